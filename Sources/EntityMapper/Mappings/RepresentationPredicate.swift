public import ObjectGraph
public import Payload

/// A condition on a representation, evaluated before the representation is mapped.
///
/// ```swift
/// let isAdult: RepresentationPredicate = .value(at: "age") >= 18 && !.exists("guardian")
/// ```
///
/// Values are compared without conversion: numbers with numbers and strings with strings. A
/// comparison with a value that is absent or of another kind is false.
public indirect enum RepresentationPredicate: Sendable, Equatable {
    /// A comparison of a value in the representation with a constant.
    case comparison(PayloadPath, Comparison, Value)
    /// A condition that a value is present; `null` counts as present.
    case exists(PayloadPath)
    /// A condition that all of the given conditions are met; true if there are none.
    case all([RepresentationPredicate])
    /// A condition that at least one of the given conditions is met; false if there are none.
    case any([RepresentationPredicate])
    /// A condition that the given condition is not met.
    case not(RepresentationPredicate)

    /// The relation that a comparison requires between two values.
    public enum Comparison: String, Sendable, Hashable, CaseIterable {
        /// The values are equal.
        case equal
        /// The values differ.
        case unequal
        /// The first value is less than the second.
        case less
        /// The first value is less than or equal to the second.
        case atMost
        /// The first value is greater than the second.
        case greater
        /// The first value is greater than or equal to the second.
        case atLeast
    }

    /// A value of a representation, used as the left operand of a comparison operator.
    public struct Operand: Sendable, Hashable {
        fileprivate let path: PayloadPath

        /// Creates an operand for a value.
        ///
        /// - Parameter path: The path to the value.
        /// - Returns: The operand.
        public static func value(at path: some PayloadPathConvertible) -> Operand {
            Operand(path: PayloadPath(declared: path))
        }
    }
}

extension RepresentationPredicate.Operand {
    /// Returns a condition that the value equals a constant.
    public static func == (left: Self, right: Value) -> RepresentationPredicate {
        .comparison(left.path, .equal, right)
    }
    /// Returns a condition that the value is present and differs from a constant.
    public static func != (left: Self, right: Value) -> RepresentationPredicate {
        .comparison(left.path, .unequal, right)
    }
    /// Returns a condition that the value is less than a constant.
    public static func < (left: Self, right: Value) -> RepresentationPredicate {
        .comparison(left.path, .less, right)
    }
    /// Returns a condition that the value is less than or equal to a constant.
    public static func <= (left: Self, right: Value) -> RepresentationPredicate {
        .comparison(left.path, .atMost, right)
    }
    /// Returns a condition that the value is greater than a constant.
    public static func > (left: Self, right: Value) -> RepresentationPredicate {
        .comparison(left.path, .greater, right)
    }
    /// Returns a condition that the value is greater than or equal to a constant.
    public static func >= (left: Self, right: Value) -> RepresentationPredicate {
        .comparison(left.path, .atLeast, right)
    }
}

extension RepresentationPredicate {
    /// Returns a condition that both conditions are met.
    public static func && (left: Self, right: Self) -> Self { .all([left, right]) }
    /// Returns a condition that at least one of the conditions is met.
    public static func || (left: Self, right: Self) -> Self { .any([left, right]) }
    /// Returns a condition that the given condition is not met.
    public static prefix func ! (predicate: Self) -> Self { .not(predicate) }

    /// The paths of all values that the condition reads, with duplicates.
    var paths: [PayloadPath] {
        switch self {
        case .comparison(let path, _, _), .exists(let path): [path]
        case .all(let predicates), .any(let predicates): predicates.flatMap(\.paths)
        case .not(let predicate): predicate.paths
        }
    }

    /// Evaluates the condition, using the given lookup for values at paths.
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
    /// Tests whether two values are the same string, number or Boolean value, or both null.
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

    /// Returns both values as the same kind; `nil` if they cannot be compared.
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
