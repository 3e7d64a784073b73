/// Predicates from text, in the language that Cocoa calls the predicate format.
///
/// ```swift
/// try EntityPredicate(format: "rating > %@ AND author.name BEGINSWITH[cd] %@", 3.5, "anna")
/// try EntityPredicate(format: "ANY tags.name IN %@", ["swift", "linux"])
/// try EntityPredicate(format: "tags.@count == 0 OR createdAt < $limit",
///     arguments: [], variables: ["limit": Date.now])
/// ```
///
/// A condition compares two sides, one of them a property:
///
/// - `=` `==`, `!=` `<>`, `<`, `<=` `=<`, `>`, `>=` `=>`
/// - `IN` and a list, `BETWEEN {1, 5}`
/// - `BEGINSWITH`, `ENDSWITH`, `CONTAINS`, `LIKE`, `MATCHES`; these, `==` and `!=` take `[c]`, `[d]`,
///   `[cd]` to ignore case and diacritics, and `[n]` for none of both
/// - `ANY` (or `SOME`), `ALL`, `NONE` before one whose path leads through to-many relationships
/// - `ANY path WHERE (condition)` for a condition on the objects at the end of the path
/// - `TRUEPREDICATE`, `FALSEPREDICATE`
///
/// and conditions are joined by `AND` `&&`, `OR` `||`, `NOT` `!` and parentheses. Sides are:
///
/// - names joined by dots, `path.@count`, `SELF`; `#in` is a name that would be a keyword
/// - `"text"`, `'text'`, `12`, `-0.5`, `1e3`, `TRUE` `YES` `FALSE` `NO`, `NULL` `NIL`, `{1, 2}`,
///   `{"a": 1}`, and `CAST("2024-02-29T12:00:00Z", "date")`, also to `"data"` (hexadecimal digits),
///   `"uuid"`, `"double"` and `"object"`
/// - `%@` for an argument, `%d` and `%f` for a number, `%K` for a path; `$name` for a variable
///
/// A number with a point is an exact decimal, one with an exponent a double. Keywords may be written
/// in small letters. Names, types and operators are checked against the model when a request is made.
///
/// Source: "Predicate Format String Syntax" of Apple's Predicate Programming Guide, without
/// subqueries, functions and arithmetic.
/// Parentheses, negations and lists nest up to 50 levels, and so do the conditions they make.
extension EntityPredicate {
    /// Reads a predicate from text, with arguments for its `%` places in their order.
    ///
    /// - Throws: ``PredicateFormatError`` with the column of the first mistake.
    /// - Complexity: O(*n*), the length of the text.
    public init(
        format: String, _ arguments: any PredicateArgument...
    ) throws(PredicateFormatError) {
        try self.init(format: format, arguments: arguments)
    }

    /// Reads a predicate from text, with arguments for its `%` places in their order, and variables
    /// for its `$` places by their names.
    ///
    /// Every argument must be used; a variable may be used often, or not at all.
    ///
    /// - Throws: ``PredicateFormatError`` with the column of the first mistake.
    /// - Complexity: O(*n*), the length of the text.
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
    /// The predicate as text, which ``init(format:_:)`` reads again: all of it, however long.
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
