/// Predicates from text, in the language that Cocoa calls the predicate format string.
///
/// ```swift
/// try EntityPredicate(format: "rating > %@ AND author.name BEGINSWITH[cd] %@", 3.5, "anna")
/// try EntityPredicate(format: "ANY tags.name IN %@", ["swift", "linux"])
/// try EntityPredicate(format: "tags.@count == 0 OR createdAt < $limit",
///     arguments: [], variables: ["limit": Date.now])
/// ```
///
/// A condition compares two sides; one side is a property:
///
/// - `=` `==`, `!=` `<>`, `<`, `<=` `=<`, `>`, `>=` `=>`
/// - `IN` with a list, `BETWEEN {1, 5}`
/// - `BEGINSWITH`, `ENDSWITH`, `CONTAINS`, `LIKE`, `MATCHES`; these, `==` and `!=` take `[c]`,
///   `[d]`, `[cd]` to ignore case and diacritics, and `[n]` to ignore neither
/// - `ANY` (or `SOME`), `ALL`, `NONE` before a condition with a path across to-many relationships
/// - `ANY path WHERE (condition)` for a condition on the objects at the end of the path
/// - `TRUEPREDICATE`, `FALSEPREDICATE`
///
/// Conditions are combined with `AND` `&&`, `OR` `||`, `NOT` `!` and parentheses. Sides are:
///
/// - names joined by dots, `path.@count`, `SELF`; `#in` is a name that would be a keyword
/// - aggregates of related objects, `count(tags)`, `sum(comments.likes)` or `comments.@sum.likes`,
///   `avg`, `min`, `max`, `count(DISTINCT tags.name)`, compared with a value
/// - `"text"`, `'text'`, `12`, `-0.5`, `1e3`, `TRUE` `YES` `FALSE` `NO`, `NULL` `NIL`, `{1, 2}`,
///   `{"a": 1}`, and `CAST("2024-02-29T12:00:00Z", "date")`, also to `"data"` (hexadecimal digits),
///   `"uuid"`, `"double"` and `"object"`
/// - `%@` for an argument, `%d` and `%f` for a number, `%K` for a path; `$name` for a variable
///
/// A number with a decimal point is an exact decimal, one with an exponent a double. Keywords are
/// case-insensitive. Names, types and operators are checked against the model when a request is
/// made. Parentheses, negations and lists can be nested up to 50 levels deep, and so can the
/// resulting conditions.
///
/// Source: "Predicate Format String Syntax" of Apple's Predicate Programming Guide, without
/// subqueries, other functions and arithmetic.
extension EntityPredicate {
    /// Parses a predicate, with arguments for its `%` placeholders in order.
    ///
    /// - Throws: ``PredicateFormatError`` with the column of the first error.
    /// - Complexity: O(*n*) in the length of the text.
    public init(
        format: String, _ arguments: any PredicateArgument...
    ) throws(PredicateFormatError) {
        try self.init(format: format, arguments: arguments)
    }

    /// Parses a predicate with placeholders.
    ///
    /// Arguments replace its `%` placeholders in order, and variables its `$` placeholders by name.
    ///
    /// Every argument must be used; a variable can be used any number of times, or not at all.
    ///
    /// - Throws: ``PredicateFormatError`` with the column of the first error.
    /// - Complexity: O(*n*) in the length of the text.
    public init(
        format: String, arguments: [any PredicateArgument],
        variables: [String: any PredicateArgument] = [:]
    ) throws(PredicateFormatError) {
        var parser = try PredicateParser(
            format, arguments.map(\.predicateOperand), variables.mapValues(\.predicateOperand))
        self = try parser.predicate()
    }
}

extension EntityPredicate: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable
{
    /// The predicate as text of any length, never truncated, which ``init(format:_:)`` can parse.
    public var description: String {
        var writer = PredicateWriter()
        writer.write(self)
        return writer.text
    }

    /// The beginning of the text.
    public var debugDescription: String { description.shortened(to: 1000) }

    /// The beginning of the text.
    public var customMirror: Mirror { Mirror(self, children: ["format": debugDescription]) }
}
