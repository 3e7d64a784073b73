import Mercator
import Testing

/// Selections and their rows.
extension PrintingTests {
    static let selections: [(String, @Sendable (Bench, Int) throws -> [String])] = [
        (
            "SelectRequest",
            { _, count in
                // The description is excluded: it can be parsed again, so it is never truncated.
                let columns = (0..<count).map { ValueExpression("a\($0)") }
                return Array(texts(of: SelectRequest("Article", columns)).dropFirst())
            }
        ),
        (
            "SelectedRow, SelectedPage",
            { bench, count in
                let columns = (0..<min(count, 100)).map { ValueExpression("title").named("t\($0)") }
                let request = SelectRequest("Article", columns, limit: count)
                let page = try bench.container.read { try $0.page(request) }
                return texts(of: page) + texts(of: page.rows.first as Any)
            }
        ),
        (
            "SearchQuery, SearchHit",
            { bench, count in
                // The description of a query is excluded, because it can be parsed again.
                let words = (0..<min(count, 200)).map { "w\($0)" } + ["the"]
                let query = SearchQuery(anyOf: words, arePrefixes: true)
                let request = SearchRequest("Article", query, in: ["title"], limit: count)
                let hits = try bench.container.search(request)
                return texts(of: query).dropFirst() + texts(of: hits.first as Any)
            }
        ),
        (
            "UpdateRequest, AttributeAssignment, DeleteRequest",
            { _, count in
                let sum = (0..<min(count, 200)).reduce(ValueExpression("views")) { sum, _ in
                    sum + 1
                }
                let assignments = (0..<count).map { AttributeAssignment("a\($0)", "views") }
                let predicate = EntityPredicate.any(
                    (0..<count).map { .attribute("views") == Int64($0) })
                return texts(
                    of: UpdateRequest("Article", where: predicate, setting: assignments))
                    + texts(of: AttributeAssignment("views", sum))
                    + texts(of: DeleteRequest("Article", where: predicate))
            }
        ),
    ]
}
