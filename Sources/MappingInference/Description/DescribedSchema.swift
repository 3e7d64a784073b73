/// A schema of a description, with references, `allOf` and single alternatives resolved.
struct DescribedSchema {
    /// The kinds of JSON values.
    enum Kind: String {
        case string, integer, number, boolean, object, array
    }

    /// A member of an object; its own schema is resolved on demand, since schemas may be recursive.
    struct Member {
        let key: String
        /// The position of the schema as it is written.
        let schema: Int
        var isRequired: Bool
    }

    /// The position of the schema that defines the object or array, behind references.
    var target: Int
    var kinds: Set<Kind> = []
    var isNullable = false
    var format: String?
    /// The values of an enumeration of texts.
    var cases: [String] = []
    /// The members of an object, in order.
    var members: [Member] = []
    /// The position of the schema of an array's elements.
    var items: Int?
    /// Several schemas of objects or arrays, one of which describes the value.
    var alternatives: [Int] = []
    /// The kinds of scalars that may stand for the object, such as its identity (T3).
    var identifiers: Set<Kind> = []

    /// Indicates whether the value is an object with known members.
    var isObject: Bool { kinds.contains(.object) && !members.isEmpty }

    /// Indicates whether all values are scalars.
    var isScalar: Bool { !kinds.isEmpty && kinds.isDisjoint(with: [.object, .array]) }

    /// The members by key.
    var keys: Set<String> { Set(members.map(\.key)) }

    /// Returns the member with a key.
    func member(_ key: String) -> Member? { members.first { $0.key == key } }

    /// Tests whether the schema says anything about values.
    var isEmpty: Bool { kinds.isEmpty && alternatives.isEmpty }
}
