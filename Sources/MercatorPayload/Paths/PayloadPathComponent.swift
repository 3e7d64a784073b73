/// A step of a ``PayloadPath``.
///
/// ```swift
/// PayloadPath([.key("articles"), .key("a.b")]).description   // articles.a\.b
/// PayloadPath([.key("prices"), .operation(.sum)]).description // prices.@sum
/// ```
public struct PayloadPathComponent: Sendable, Hashable {
    /// The kinds of steps.
    package enum Kind: Sendable, Hashable {
        /// A member of an object.
        case key
        /// The result of an operator on the elements of an array.
        case operation(PayloadPathOperator)
        /// A starting point other than the current value.
        case context(PayloadPathContext)
        /// The member whose key is the key of the current value.
        case representationKey
    }

    /// The kind of the step.
    package let kind: Kind
    /// The key of the member, the name between braces, or the raw value of the operator or context.
    package let name: String
    /// The name as UTF-8, for comparison with keys on the tape.
    package let utf8: [UInt8]

    private init(_ kind: Kind, _ name: String) {
        self.kind = kind
        self.name = name
        utf8 = Array(name.utf8)
    }

    /// Creates a step from an object to a member, or from an array to that member of each element.
    ///
    /// - Parameter key: The key, without escapes.
    /// - Returns: The step.
    public static func key(_ key: String) -> PayloadPathComponent {
        PayloadPathComponent(.key, key)
    }

    /// Creates a step that applies an operator to the elements of an array.
    ///
    /// - Parameter operation: The operator.
    /// - Returns: The step.
    public static func operation(_ operation: PayloadPathOperator) -> PayloadPathComponent {
        PayloadPathComponent(.operation(operation), operation.rawValue)
    }

    /// Creates a first step that starts somewhere other than at the current value.
    ///
    /// - Parameter context: The starting point.
    /// - Returns: The step.
    public static func context(_ context: PayloadPathContext) -> PayloadPathComponent {
        PayloadPathComponent(.context(context), context.rawValue)
    }

    /// Creates a step to the member whose key is the key of the current value, as in `{name}.id`.
    ///
    /// - Parameter attribute: The attribute that the key is mapped to.
    /// - Returns: The step.
    public static func keyOfRepresentation(_ attribute: String) -> PayloadPathComponent {
        PayloadPathComponent(.representationKey, attribute)
    }

    /// The key of the member, or `nil` for steps of other kinds.
    public var key: String? { kind == .key ? name : nil }

    /// Compares kinds and names byte by byte, without Unicode normalisation.
    ///
    /// Keys of a payload are compared in the same way.
    public static func == (left: Self, right: Self) -> Bool {
        left.kind == right.kind && left.utf8 == right.utf8
    }

    /// Hashes the kind and the bytes of the name.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(kind)
        hasher.combine(utf8)
    }
}

extension PayloadPathComponent: CustomStringConvertible {
    /// The step in the syntax of ``PayloadPath``, escaped where necessary.
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

/// The starting point of a ``PayloadPath`` that does not start at the current value.
///
/// Source: RestKit, which has `@metadata`, `@parent` and, for ``record``, `@root`.
public enum PayloadPathContext: String, Sendable, Hashable, CaseIterable {
    /// The top-level value of the document.
    case root
    /// The object that contains the current value; repeated, the ancestor one level further up.
    case parent
    /// The record selected by a root path, from any depth below it.
    case record
    /// Values supplied by the caller and the engine in addition to the payload.
    case metadata
    /// The key of the current value.
    ///
    /// This is the key of its only member, or its own key where a dictionary represents a list.
    case key
    /// The members of the record that its mapping does not read elsewhere.
    ///
    /// Such a path has no further steps, and is for attribute mappings to dictionaries only.
    case rest
}

/// An operator that a step of a ``PayloadPath`` applies to the elements of an array.
///
/// All operators except ``count``, ``first`` and ``last`` apply to the values that the rest of the
/// path yields for each element; absent and `null` values are ignored.
///
/// Source: the collection operators of Apple's key-value coding.
public enum PayloadPathOperator: String, Sendable, Hashable, CaseIterable {
    /// The number of elements.
    case count
    /// The exact sum of numbers; 0 if there are none.
    case sum
    /// The mean of numbers, to 30 decimal digits; absent if there are none.
    case avg
    /// The smallest number, or the first string in Unicode scalar order.
    case min
    /// The largest number, or the last string in Unicode scalar order.
    case max
    /// The first element.
    case first
    /// The last element.
    case last
    /// All values as a list.
    case unionOfObjects
    /// All distinct values as a list.
    case distinctUnionOfObjects
    /// The elements of all arrays, concatenated.
    case unionOfArrays
    /// The distinct elements of all arrays, concatenated.
    case distinctUnionOfArrays

    /// Indicates whether the rest of the path applies to the result rather than to each element.
    var isTransparent: Bool { self == .first || self == .last }
}
