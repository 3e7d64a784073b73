public import MercatorPayload
public import ObjectGraph

/// A rule that selects the mapping of a representation.
///
/// Paths begin at the representation, or with `@parent`, `@root`, `@record`, `@metadata` or `@key`.
/// Values are compared without conversion: the string `"1"` does not equal the number 1.
public struct MappingMatcher: Sendable, Equatable {
    /// The condition that a matcher evaluates.
    package enum Condition: Sendable, Equatable {
        case equals(PayloadPath, Value)
        case matches(PayloadPath, pattern: String)
        case kind(PayloadPath, PayloadKind)
        case predicate(RepresentationPredicate)
        case table(PayloadPath, [Value])
        case closure(MappingChoice)
    }

    package let condition: Condition
    /// The names of the mappings that the matcher can select.
    public let mappings: [String]

    /// Creates a matcher from its parts; a table has as many mappings as values.
    package init(condition: Condition, mappings: [String]) {
        self.condition = condition
        self.mappings = mappings
    }

    /// Creates a matcher that selects a mapping if a value equals another.
    ///
    /// - Parameters:
    ///   - path: The path to the value.
    ///   - value: A string, number, Boolean value or null. An absent value equals none.
    ///   - mapping: The name of the mapping.
    /// - Returns: The matcher.
    public static func value(
        at path: some PayloadPathConvertible, equals value: Value, use mapping: String
    ) -> MappingMatcher {
        MappingMatcher(condition: .equals(PayloadPath(declared: path), value), mappings: [mapping])
    }

    /// Creates a matcher that looks up the mapping by a value.
    ///
    /// - Parameters:
    ///   - path: The path to the value.
    ///   - table: The names of mappings by value.
    /// - Returns: The matcher.
    public static func table(
        at path: some PayloadPathConvertible, _ table: KeyValuePairs<Value, String>
    ) -> MappingMatcher {
        MappingMatcher(
            condition: .table(PayloadPath(declared: path), table.map(\.key)),
            mappings: table.map(\.value))
    }

    /// Creates a matcher that selects a mapping if a regular expression matches a whole string.
    ///
    /// Expressions have the same syntax as in predicates, without backreferences and lookaround.
    /// Matching a string takes at most time proportional to the product of the lengths of the
    /// string and the expression.
    ///
    /// - Parameters:
    ///   - path: The path to the string.
    ///   - pattern: The expression. The plan reports an invalid expression.
    ///   - mapping: The name of the mapping.
    /// - Returns: The matcher.
    public static func text(
        at path: some PayloadPathConvertible, matches pattern: String, use mapping: String
    ) -> MappingMatcher {
        MappingMatcher(
            condition: .matches(PayloadPath(declared: path), pattern: pattern),
            mappings: [mapping])
    }

    /// Creates a matcher that selects a mapping if a value is of a given kind.
    ///
    /// - Parameters:
    ///   - path: The path to the value; the empty path is the representation itself.
    ///   - kind: The kind. An absent value has none.
    ///   - mapping: The name of the mapping.
    /// - Returns: The matcher.
    public static func kind(
        at path: some PayloadPathConvertible, is kind: PayloadKind, use mapping: String
    ) -> MappingMatcher {
        MappingMatcher(condition: .kind(PayloadPath(declared: path), kind), mappings: [mapping])
    }

    /// Creates a matcher that selects a mapping if the representation meets a condition.
    ///
    /// - Parameters:
    ///   - predicate: The condition.
    ///   - mapping: The name of the mapping.
    /// - Returns: The matcher.
    public static func predicate(
        _ predicate: RepresentationPredicate, use mapping: String
    ) -> MappingMatcher {
        MappingMatcher(condition: .predicate(predicate), mappings: [mapping])
    }

    /// Creates a matcher that evaluates a closure.
    ///
    /// - Parameters:
    ///   - name: A name that identifies the closure; matchers with equal names are considered
    ///     equal.
    ///   - mappings: The names of the mappings that the closure may select.
    ///   - choose: Selects a mapping, passes the decision to the next matcher, or declines the
    ///     representation.
    /// - Returns: The matcher.
    public static func closure(
        _ name: String, among mappings: [String],
        _ choose: @escaping @Sendable (MappingContext) -> MappingDecision
    ) -> MappingMatcher {
        MappingMatcher(
            condition: .closure(MappingChoice(name: name, choose: choose)), mappings: mappings)
    }
}

extension MappingMatcher.Condition {
    /// The decision of a matcher about a representation.
    package enum Answer: Equatable {
        /// Passes the decision to the next matcher.
        case pass
        /// Skips the representation.
        case decline
        /// Selects the mapping at an index of the matcher's mappings.
        case use(index: Int)
        /// Selects the mapping with a name that was returned by the named closure.
        case useNamed(String, by: String)
    }

    /// Evaluates the condition for a representation, with lookups supplied by the caller.
    ///
    /// - Parameters:
    ///   - value: Returns the value at a path; `nil` if it is absent or a container on the path has
    ///     another type.
    ///   - expression: Returns the compiled regular expression of a pattern that the plan has
    ///     checked.
    ///   - context: Returns the surroundings of the representation; called for closures only.
    /// - Returns: The decision of the matcher.
    package func answer(
        value: (PayloadPath) -> PayloadValue?, expression: (String) -> TextPattern?,
        context: () -> MappingContext
    ) -> Answer {
        switch self {
        case .closure(let choice):
            return switch choice.choose(context()) {
            case .pass: .pass
            case .decline: .decline
            case .use(let name): .useNamed(name, by: choice.name)
            }
        case .table(let path, let values):
            guard let found = value(path), let index = values.firstIndex(where: found.equals)
            else { return .pass }
            return .use(index: index)
        case .equals(let path, let other): return .first(if: value(path)?.equals(other) == true)
        case .kind(let path, let kind): return .first(if: value(path)?.kind == kind)
        case .matches(let path, let pattern):
            guard let text = value(path)?.string, let expression = expression(pattern) else {
                return .pass
            }
            return .first(if: expression.matches(text))
        case .predicate(let predicate): return .first(if: predicate.isMet(value))
        }
    }
}

extension MappingMatcher.Condition.Answer {
    /// Selects the only mapping of a matcher if its condition is met.
    fileprivate static func first(if isMet: Bool) -> Self { isMet ? .use(index: 0) : .pass }
}

extension MappingError {
    /// Creates the error for a closure that selected a mapping not declared for it.
    package init(
        undeclared name: String, by closure: String, of mapping: String,
        among names: some Sequence<String>
    ) {
        self.init(
            .unknownMapping,
            "the closure '\(closure)' of the dynamic mapping '\(mapping)' chose '\(name)', which is "
                + "not among those it was declared with"
                + Suggestion.text(for: name, among: names))
    }
}

/// The decision of a closure about a representation.
public enum MappingDecision: Sendable, Hashable {
    /// Maps the representation with the mapping of this name.
    case use(String)
    /// Passes the decision to the next matcher.
    case pass
    /// Skips the representation.
    case decline
}

/// A named closure; closures with equal names are considered equal.
package struct MappingChoice: NamedClosure {
    package let name: String
    let choose: @Sendable (MappingContext) -> MappingDecision
}

extension MappingMatcher.Condition {
    /// The paths that the condition reads; those read by a closure are unknown.
    package var paths: [PayloadPath] {
        switch self {
        case .equals(let path, _), .matches(let path, _), .kind(let path, _), .table(let path, _):
            [path]
        case .predicate(let predicate): predicate.paths
        case .closure: []
        }
    }
}
