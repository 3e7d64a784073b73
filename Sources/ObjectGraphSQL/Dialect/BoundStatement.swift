/// A statement with its bound values.
package struct BoundStatement: Sendable {
    package var sql: String
    package var values: [SQLValue]
}
