public import ObjectGraph
public import Payload

/// A condition on a representation, before anything of it is mapped.
///
/// ```swift
/// let isAdult: RepresentationPredicate = .value(at: "age") >= 18 && !.exists("guardian")
/// ```
///
/// Values are compared strictly, numbers with numbers and texts with texts. A comparison with a value
/// that is absent, or of another kind, is false.
public indirect enum RepresentationPredicate: Sendable, Equatable {
    /// A value compares to another in a way.
    case comparison(PayloadPath, Comparison, Value)
    /// There is a value, `null` included.
    case exists(PayloadPath)
    /// All conditions are met; true for none.
    case all([RepresentationPredicate])
    /// A condition is met; false for none.
    case any([RepresentationPredicate])
    /// A condition is not met.
    case not(RepresentationPredicate)

    /// How two values compare.
    public enum Comparison: String, Sendable, Hashable, CaseIterable {
        /// They are equal.
        case equal
        /// They differ.
        case unequal
        /// The first is less.
        case less
        /// The first is less or equal.
        case atMost
        /// The first is greater.
        case greater
        /// The first is greater or equal.
        case atLeast
    }

    /// A value of a representation, to be compared with an operator.
    public struct Operand: Sendable, Hashable {
        fileprivate let path: PayloadPath

        /// Names a value.
        ///
        /// - Parameter path: The way to the value.
        /// - Returns: What operators compare.
        public static func value(at path: some PayloadPathConvertible) -> Operand {
            Operand(path: PayloadPath(declared: path))
        }
    }
}

extension RepresentationPredicate.Operand {
    /// Whether both are equal.
    public static func == (left: Self, right: Value) -> RepresentationPredicate {
        .comparison(left.path, .equal, right)
    }
    /// Whether the value is there and differs.
    public static func != (left: Self, right: Value) -> RepresentationPredicate {
        .comparison(left.path, .unequal, right)
    }
    /// Whether the value is less.
    public static func < (left: Self, right: Value) -> RepresentationPredicate {
        .comparison(left.path, .less, right)
    }
    /// Whether the value is less or equal.
    public static func <= (left: Self, right: Value) -> RepresentationPredicate {
        .comparison(left.path, .atMost, right)
    }
    /// Whether the value is greater.
    public static func > (left: Self, right: Value) -> RepresentationPredicate {
        .comparison(left.path, .greater, right)
    }
    /// Whether the value is greater or equal.
    public static func >= (left: Self, right: Value) -> RepresentationPredicate {
        .comparison(left.path, .atLeast, right)
    }
}

extension RepresentationPredicate {
    /// Whether both conditions are met.
    public static func && (left: Self, right: Self) -> Self { .all([left, right]) }
    /// Whether one of the conditions is met.
    public static func || (left: Self, right: Self) -> Self { .any([left, right]) }
    /// Whether the condition is not met.
    public static prefix func ! (predicate: Self) -> Self { .not(predicate) }

    /// All paths that are read.
    var paths: [PayloadPath] {
        switch self {
        case .comparison(let path, _, _), .exists(let path): [path]
        case .all(let predicates), .any(let predicates): predicates.flatMap(\.paths)
        case .not(let predicate): predicate.paths
        }
    }

    /// Whether the condition is met, with a way to look values up.
    func isMet(_ value: (PayloadPath) -> PayloadValue?) -> Bool {
        switch self {
        case .exists(let path): value(path) != nil
        case .all(let predicates): predicates.allSatisfy { $0.isMet(value) }
        case .any(let predicates): predicates.contains { $0.isMet(value) }
        case .not(let predicate): !predicate.isMet(value)
        case .comparison(let path, let comparison, let other):
            value(path).map { comparison.holds($0, other) } ?? false
        }
    }
}

extension RepresentationPredicate.Comparison {
    fileprivate func holds(_ left: PayloadValue, _ right: Value) -> Bool {
        switch self {
        case .equal: return left.equals(right)
        case .unequal: return !left.equals(right)
        case .less, .atMost, .greater, .atLeast: break
        }
        guard let (value, other) = left.comparable(with: right) else { return false }
        return switch (self, value.order(to: other)) {
        case (.less, .before), (.atMost, .before), (.greater, .after), (.atLeast, .after): true
        case (.atMost, .same), (.atLeast, .same): true
        default: false
        }
    }
}

extension PayloadValue {
    /// Whether both are the same text, number or truth value, or both null.
    func equals(_ value: Value) -> Bool {
        switch value {
        case .null: isNull
        case .boolean(let flag): bool == flag
        case .string(let text): string.map { $0.utf8.elementsEqual(text.utf8) } ?? false
        case .integer(let number): int64 == number
        case .double(let number): double == number
        default: comparable(with: value).map { $0 == $1 } ?? false
        }
    }

    /// Both values in one kind; `nil` if they are of different kinds.
    fileprivate func comparable(with value: Value) -> (Value, Value)? {
        switch value {
        case .string: string.map { (.string($0), value) }
        case .integer(let number):
            int64.map { (.integer($0), value) }
                ?? double.map { (.double($0), .double(Double(number))) }
        case .double: double.map { (.double($0), value) }
        case .decimal:
            decimal.flatMap {
                Value(
                    isNegative: $0.isNegative, significand: $0.significand, exponent: $0.exponent)
            }.map { ($0, value) }
        case .boolean: bool.map { (.boolean($0), value) }
        default: nil
        }
    }
}
