import ObjectGraph
import ObjectGraphSQL

extension PostgresDialect {
    func creation(of index: SearchIndex) -> [String] { [] }
    func removal(of index: SearchIndex) -> [String] { [] }
    func triggerCount(of index: SearchIndex) -> String { "SELECT 0" }
    func found(
        _ query: SearchQuery.Node, in columns: [String], of index: SearchIndex, at number: Int
    ) -> (query: String, values: [SQLValue]) { ("", []) }
}
