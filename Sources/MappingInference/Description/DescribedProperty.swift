/// A property of an entity, as the schemas of its objects describe it.
struct DescribedProperty {
    /// The kinds of values.
    enum Value {
        /// Texts, numbers and booleans.
        case scalar
        /// An array of these.
        case list(DescribedSchema)
        /// Objects of an entity.
        case objects(group: Int, isToMany: Bool)
        /// Arrays or objects that are kept as JSON.
        case json(isArray: Bool)
        /// Objects of several entities, which no relationship can hold.
        case several([Int])
    }

    let path: [String]
    let schema: DescribedSchema
    let value: Value
    /// Indicates whether every object has a value other than null.
    var isMandatory: Bool
    /// The description of the member in words.
    let text: String

    /// Indicates whether the values are arrays of scalars.
    var isList: Bool { if case .list = value { true } else { false } }

    /// The order in which schemas of one entity prevail that disagree on a member.
    var rank: Int {
        switch value {
        case .objects: 0
        case .several: 1
        case .scalar, .list: 2
        case .json: 3
        }
    }
}
