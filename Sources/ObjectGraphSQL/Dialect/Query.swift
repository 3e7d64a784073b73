package import ObjectGraph

/// A statement with its bound values.
package struct Query: Sendable {
    package var sql: String
    package var values: [Value]

    package init(sql: String, values: [Value]) {
        self.sql = sql
        self.values = values
    }
}
