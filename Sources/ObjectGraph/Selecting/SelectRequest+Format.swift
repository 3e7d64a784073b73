/// Selections from text, around conditions in the language of ``EntityPredicate/init(format:_:)``.
///
/// ```swift
/// try SelectRequest(format: "Article: title, author.name where rating >= %@ limit 10", 4)
/// try SelectRequest(format: "Post group by author.name: count, max(likes) sort -count limit 10")
/// try SelectRequest(format: "Post: author.name, sum(likes) as total having total > 100")
/// ```
///
/// A selection is the name of an entity, followed by clauses in any order:
///
/// - `: column, column` for the columns, `: DISTINCT column` for distinct rows
/// - `GROUP BY column, column` for columns before the others, with one row for each group
/// - `WHERE condition` for the objects, `HAVING condition` for the groups
/// - `SORT column, -column` for the order; `-` puts the greatest values first
/// - `LIMIT number`, `OFFSET number`
///
/// A column is a path of an attribute; `count`, the number of objects in a group; an aggregate,
/// such as `max(likes)`, `count(comments)`, `count(DISTINCT name)`; and `AS name` after it names
/// it. In `HAVING` and `SORT`, such a name, and `count`, stand for the column. Keywords are
/// case-insensitive; `#count` is an attribute whose name is a keyword.
extension SelectRequest {
    /// Parses a selection, with arguments for the `%` placeholders of its conditions in order.
    ///
    /// Without columns, ``columns`` is empty, and a request with it is refused.
    ///
    /// - Throws: ``PredicateFormatError`` with the column of the first error.
    /// - Complexity: O(*n*) in the length of the text.
    public init(
        format: String, _ arguments: any PredicateArgument...
    ) throws(PredicateFormatError) {
        try self.init(format: format, arguments: arguments)
    }

    /// Parses a selection, with arguments for the `%` placeholders of its conditions in order.
    ///
    /// - Throws: ``PredicateFormatError`` with the column of the first error.
    public init(
        format: String, arguments: [any PredicateArgument]
    ) throws(PredicateFormatError) {
        var parser = try PredicateParser(format, arguments.map(\.predicateOperand), [:])
        self = try parser.selection()
    }
}

extension SelectRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The request as text of any length, never truncated, which ``init(format:_:)`` can parse.
    public var description: String {
        let name: String = {
            var writer = PredicateWriter()
            writer.write(.attribute(PropertyPath(components: [entityName])))
            return writer.text
        }()
        let parts = [
            columns.isEmpty
                ? nil
                : ": " + (isDistinct ? "DISTINCT " : "")
                    + columns.map(\.columnText).joined(separator: ", "),
            predicate == .true ? nil : " WHERE \(predicate)",
            groupPredicate == .true ? nil : " HAVING \(groupPredicate)",
            sortKeys.isEmpty
                ? nil
                : " SORT "
                    + sortKeys.map { ($0.isAscending ? "" : "-") + $0.expression.selectedText }
                    .joined(separator: ", "),
            limit.map { " LIMIT \($0)" }, offset == 0 ? nil : " OFFSET \(offset)",
        ]
        return name + parts.compactMap { $0 }.joined()
    }

    /// The beginning of the text.
    public var debugDescription: String { description.shortened(to: 1000) }

    /// The beginning of the text.
    public var customMirror: Mirror { Mirror(self, children: ["format": debugDescription]) }
}

extension ValueExpression {
    /// The value with its name, as a column.
    fileprivate var columnText: String {
        guard isNamed else { return selectedText }
        var writer = PredicateWriter()
        writer.write(.attribute(PropertyPath(components: [name])))
        return "\(selectedText) AS \(writer.text)"
    }

    /// The value; an attribute of the name `count` is distinguished from the number of objects.
    fileprivate var selectedText: String {
        if case .attribute(let path) = content, path.components.count == 1,
            path.components[0].uppercased() == "COUNT"
        {
            return "#" + content.text
        }
        return content.text
    }
}
