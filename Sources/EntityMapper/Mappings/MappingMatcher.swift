public import ObjectGraph
public import Payload

/// One way to find out which mapping a representation needs.
///
/// Paths may begin at the representation, or with `@parent`, `@root`, `@record`, `@metadata` and
/// `@key`. Values are compared strictly: the text `"1"` is not the number 1.
public struct MappingMatcher: Sendable, Equatable {
    /// What is asked.
    enum Condition: Sendable, Equatable {
        case equals(PayloadPath, Value)
        case matches(PayloadPath, pattern: String)
        case kind(PayloadPath, PayloadKind)
        case predicate(RepresentationPredicate)
        case table(PayloadPath, [Value])
        case closure(MappingChoice)
    }

    let condition: Condition
    /// The mappings that the matcher may choose.
    public let mappings: [String]

    /// Chooses a mapping where a value is equal to another.
    ///
    /// - Parameters:
    ///   - path: The way to the value.
    ///   - value: A text, number, truth value or null. An absent value is equal to nothing.
    ///   - mapping: The name of the mapping.
    /// - Returns: The matcher.
    public static func value(
        at path: some PayloadPathConvertible, equals value: Value, use mapping: String
    ) -> MappingMatcher {
        MappingMatcher(condition: .equals(PayloadPath(declared: path), value), mappings: [mapping])
    }

    /// Chooses a mapping by a value, each its own.
    ///
    /// - Parameters:
    ///   - path: The way to the value.
    ///   - table: Values, and the name of the mapping for each.
    /// - Returns: The matcher.
    public static func table(
        at path: some PayloadPathConvertible, _ table: KeyValuePairs<Value, String>
    ) -> MappingMatcher {
        MappingMatcher(
            condition: .table(PayloadPath(declared: path), table.map(\.key)),
            mappings: table.map(\.value))
    }

    /// Chooses a mapping where a text matches a regular expression as a whole.
    ///
    /// Expressions have the dialect of predicates, without backreferences and lookaround: no text of a
    /// payload takes longer than the product of its length and the expression's.
    ///
    /// - Parameters:
    ///   - path: The way to the text.
    ///   - pattern: The expression. One that cannot be read is a problem of the plan.
    ///   - mapping: The name of the mapping.
    /// - Returns: The matcher.
    public static func text(
        at path: some PayloadPathConvertible, matches pattern: String, use mapping: String
    ) -> MappingMatcher {
        MappingMatcher(
            condition: .matches(PayloadPath(declared: path), pattern: pattern),
            mappings: [mapping])
    }

    /// Chooses a mapping where a value is of a kind.
    ///
    /// - Parameters:
    ///   - path: The way to the value; the empty path is the representation itself.
    ///   - kind: The kind. An absent value is of none.
    ///   - mapping: The name of the mapping.
    /// - Returns: The matcher.
    public static func kind(
        at path: some PayloadPathConvertible, is kind: PayloadKind, use mapping: String
    ) -> MappingMatcher {
        MappingMatcher(condition: .kind(PayloadPath(declared: path), kind), mappings: [mapping])
    }

    /// Chooses a mapping where a representation meets a condition.
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

    /// Asks a closure.
    ///
    /// - Parameters:
    ///   - name: What the closure decides; matchers with one name are taken to be the same.
    ///   - mappings: The names of the mappings that it may answer.
    ///   - choose: Answers with a mapping, leaves the decision to the next matcher, or declines.
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
    /// What a matcher says about a representation.
    enum Answer: Equatable {
        /// It leaves the decision to the next matcher.
        case pass
        /// It leaves the representation out.
        case decline
        /// It takes the mapping that it names at this place.
        case use(place: Int)
        /// Its closure takes the mapping of this name.
        case useNamed(String, by: String)
    }

    /// Asks about a representation; whoever walks a payload says how to look at it.
    ///
    /// - Parameters:
    ///   - value: The value at a path; `nil` if it is absent, or something on the way does not fit.
    ///   - expression: A regular expression, which was checked before.
    ///   - context: Everything around the representation; only closures ask for it.
    /// - Returns: What the matcher says; places are those among its mappings.
    func answer(
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
            guard let found = value(path), let place = values.firstIndex(where: found.equals)
            else { return .pass }
            return .use(place: place)
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
    /// The only mapping of a matcher, or none.
    fileprivate static func first(if isMet: Bool) -> Self { isMet ? .use(place: 0) : .pass }
}

extension MappingError {
    /// A closure chose a mapping that it was not declared with.
    init(
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

/// What a closure says about a representation.
public enum MappingDecision: Sendable, Hashable {
    /// Map it with the mapping of this name.
    case use(String)
    /// Let the next matcher decide.
    case pass
    /// Leave it out.
    case decline
}

/// A closure with a name.
struct MappingChoice: Sendable, Equatable {
    let name: String
    let choose: @Sendable (MappingContext) -> MappingDecision

    static func == (left: Self, right: Self) -> Bool { left.name == right.name }
}
