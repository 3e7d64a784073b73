public import MercatorPayload
public import ObjectGraph

/// A condition on a representation, evaluated before the representation is mapped.
///
/// ```swift
/// let isAdult: RepresentationPredicate = .value(at: "age") >= 18 && !.exists("guardian")
/// ```
///
/// Values are compared without conversion: numbers with numbers and strings with strings. A
/// comparison with a value that is absent or of another kind is false.
///
/// Conditions can be nested up to 50 levels deep, like conditions on objects; a plan reports deeper
/// nesting. A chain of `&&` or `||` does not nest.
public struct RepresentationPredicate: Sendable, Equatable {
    /// The operator of the condition.
    ///
    /// A condition that is nested too deeply does not retain its parts, so that no recursion visits
    /// them.
    package let node: Node
    /// The number of levels of nested conditions.
    private let levels: Int

    /// The greatest number of levels of nested conditions.
    static let depthLimit = 50

    package indirect enum Node: Sendable, Equatable {
        case comparison(PayloadPath, Comparison, Value)
        case exists(PayloadPath)
        case all([RepresentationPredicate])
        case any([RepresentationPredicate])
        case not(RepresentationPredicate)
        case tooDeep
    }

    private init(_ node: Node, around parts: [RepresentationPredicate]? = nil) {
        levels = parts.map { 1 + ($0.map(\.levels).max() ?? 0) } ?? 0
        self.node = levels > Self.depthLimit ? .tooDeep : node
    }

    /// Returns a condition that compares a value in the representation with a constant.
    ///
    /// - Parameters:
    ///   - path: The path to the value.
    ///   - comparison: The required relation.
    ///   - value: The constant: a string, a number, a Boolean value or null.
    /// - Returns: The condition.
    public static func comparison(
        _ path: some PayloadPathConvertible, _ comparison: Comparison, _ value: Value
    ) -> RepresentationPredicate {
        RepresentationPredicate(.comparison(PayloadPath(declared: path), comparison, value))
    }

    /// Returns a condition that a value is present; `null` counts as present.
    ///
    /// - Parameter path: The path to the value, or the text of the path.
    /// - Returns: The condition.
    public static func exists(_ path: some PayloadPathConvertible) -> RepresentationPredicate {
        RepresentationPredicate(.exists(PayloadPath(declared: path)))
    }

    /// Returns a condition that all of the given conditions are met; true if there are none.
    ///
    /// - Parameter predicates: The conditions.
    /// - Returns: The condition.
    public static func all(_ predicates: [RepresentationPredicate]) -> RepresentationPredicate {
        RepresentationPredicate(.all(predicates), around: predicates)
    }

    /// Returns a condition that is met if any of the given conditions is met.
    ///
    /// Without conditions, it is never met.
    ///
    /// - Parameter predicates: The conditions.
    /// - Returns: The condition.
    public static func any(_ predicates: [RepresentationPredicate]) -> RepresentationPredicate {
        RepresentationPredicate(.any(predicates), around: predicates)
    }

    /// Returns a condition that the given condition is not met.
    ///
    /// - Parameter predicate: The condition.
    /// - Returns: The negation.
    public static func not(_ predicate: RepresentationPredicate) -> RepresentationPredicate {
        RepresentationPredicate(.not(predicate), around: [predicate])
    }

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
    public static func && (left: Self, right: Self) -> Self {
        .all(left.conjuncts + right.conjuncts)
    }
    /// Returns a condition that is met if either condition is met.
    public static func || (left: Self, right: Self) -> Self {
        .any(left.alternatives + right.alternatives)
    }
    /// Returns a condition that the given condition is not met.
    public static prefix func ! (predicate: Self) -> Self { .not(predicate) }

    private var conjuncts: [Self] {
        if case .all(let parts) = node { parts } else { [self] }
    }

    private var alternatives: [Self] {
        if case .any(let parts) = node { parts } else { [self] }
    }

    /// The innermost conditions, without the operators that combine them.
    private var leaves: [Node] {
        switch node {
        case .comparison, .exists, .tooDeep: [node]
        case .all(let predicates), .any(let predicates): predicates.flatMap(\.leaves)
        case .not(let predicate): predicate.leaves
        }
    }

    /// The paths of all values that the condition reads, with duplicates.
    var paths: [PayloadPath] {
        leaves.compactMap { leaf in
            switch leaf {
            case .comparison(let path, _, _), .exists(let path): path
            case .all, .any, .not, .tooDeep: nil
            }
        }
    }

    /// The constants of all comparisons, with duplicates.
    var values: [Value] {
        leaves.compactMap { leaf in
            if case .comparison(_, _, let value) = leaf { value } else { nil }
        }
    }

    /// The reason why the condition cannot be evaluated; `nil` if it can.
    var problem: String? {
        guard leaves.contains(.tooDeep) else { return nil }
        return
            "conditions are nested deeper than \(Self.depthLimit) levels; join them with && and ||, "
            + "which do not nest"
    }

    /// Evaluates the condition, using the given lookup for values at paths.
    func isMet(_ value: (PayloadPath) -> PayloadValue?) -> Bool {
        switch node {
        case .exists(let path): value(path) != nil
        case .all(let predicates): predicates.allSatisfy { $0.isMet(value) }
        case .any(let predicates): predicates.contains { $0.isMet(value) }
        case .not(let predicate): !predicate.isMet(value)
        case .comparison(let path, let comparison, let other):
            value(path).map { comparison.holds($0, other) } ?? false
        case .tooDeep: false
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
