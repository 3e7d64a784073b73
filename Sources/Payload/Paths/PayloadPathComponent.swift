/// One step of a ``PayloadPath``.
///
/// ```swift
/// PayloadPath([.key("articles"), .key("a.b")]).description   // articles.a\.b
/// PayloadPath([.key("prices"), .operation(.sum)]).description // prices.@sum
/// ```
public struct PayloadPathComponent: Sendable, Hashable {
    /// What a step does.
    package enum Kind: Sendable, Hashable {
        /// Goes to a member.
        case key
        /// Makes one value of the elements of an array.
        case operation(PayloadPathOperator)
        /// Begins somewhere else than at the representation.
        case context(PayloadPathContext)
        /// Goes to the member whose key is the key of the representation.
        case representationKey
    }

    /// What the step does.
    package let kind: Kind
    /// The key of a member; or the name between braces.
    package let name: String
    /// The UTF-8 of the key, as the tape compares it.
    package let utf8: [UInt8]

    private init(_ kind: Kind, _ name: String) {
        self.kind = kind
        self.name = name
        utf8 = Array(name.utf8)
    }

    /// A step from an object to the value of a member, or from an array to those of its elements.
    ///
    /// - Parameter key: Any text, without escapes.
    /// - Returns: The step.
    public static func key(_ key: String) -> PayloadPathComponent {
        PayloadPathComponent(.key, key)
    }

    /// A step from an array to one value that is made of its elements.
    ///
    /// - Parameter operation: What is made of them.
    /// - Returns: The step.
    public static func operation(_ operation: PayloadPathOperator) -> PayloadPathComponent {
        PayloadPathComponent(.operation(operation), operation.rawValue)
    }

    /// A beginning somewhere else than at the representation.
    ///
    /// - Parameter context: Where the path begins.
    /// - Returns: The step.
    public static func context(_ context: PayloadPathContext) -> PayloadPathComponent {
        PayloadPathComponent(.context(context), context.rawValue)
    }

    /// A step to the member whose key is the key of the representation, as in `{name}.id`.
    ///
    /// - Parameter attribute: The attribute that the key is mapped to.
    /// - Returns: The step.
    public static func keyOfRepresentation(_ attribute: String) -> PayloadPathComponent {
        PayloadPathComponent(.representationKey, attribute)
    }

    /// The key of the member to step to; `nil` for other steps.
    public var key: String? { kind == .key ? name : nil }

    /// Keys are equal when their bytes are, as in a payload; accents are not normalised.
    public static func == (left: Self, right: Self) -> Bool {
        left.kind == right.kind && left.utf8 == right.utf8
    }

    /// Hashes the kind, and the bytes of the key.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(kind)
        hasher.combine(utf8)
    }
}

extension PayloadPathComponent: CustomStringConvertible {
    /// The step as ``PayloadPath`` reads it, escaped where needed.
    public var description: String {
        switch kind {
        case .operation, .context: return "@" + name
        case .representationKey: return "{" + name + "}"
        case .key: break
        }
        guard let first = name.unicodeScalars.first else { return "\"\"" }
        var text = first == "@" || first == "\"" ? "\\" : ""
        for scalar in name.unicodeScalars {
            if PayloadPathReader.special.contains(scalar) { text.append("\\") }
            text.unicodeScalars.append(scalar)
        }
        return text
    }
}

/// Where a ``PayloadPath`` begins if not at the representation itself.
///
/// Source: RestKit, which has `@metadata`, `@parent` and, for ``record``, `@root`.
public enum PayloadPathContext: String, Sendable, Hashable, CaseIterable {
    /// The top of the document.
    case root
    /// The object around the representation; twice, the one around that.
    case parent
    /// The representation that a root path led to, from whatever depth.
    case record
    /// What the caller and the engine know beside the payload.
    case metadata
    /// The key of the representation: of its only member, or the one it was found under where a
    /// dictionary stands for a list.
    case key
}

/// What a step of a ``PayloadPath`` makes of the elements of an array.
///
/// All but ``count``, ``first`` and ``last`` take what the rest of the path finds in each element;
/// elements without it, and `null`, do not count.
///
/// Source: the collection operators of Apple's key-value coding.
public enum PayloadPathOperator: String, Sendable, Hashable, CaseIterable {
    /// How many elements there are.
    case count
    /// The sum of numbers, exactly; 0 for none.
    case sum
    /// The mean of numbers, to 30 digits behind the point; absent for none.
    case avg
    /// The least number, or the first text by the order of Unicode scalars.
    case min
    /// The greatest number, or the last text by the order of Unicode scalars.
    case max
    /// The first element.
    case first
    /// The last element.
    case last
    /// All values in a list.
    case unionOfObjects
    /// All values in a list, each once.
    case distinctUnionOfObjects
    /// The elements of all arrays in one list.
    case unionOfArrays
    /// The elements of all arrays in one list, each once.
    case distinctUnionOfArrays

    /// Whether the rest of the path goes on from the result.
    var isTransparent: Bool { self == .first || self == .last }
}
