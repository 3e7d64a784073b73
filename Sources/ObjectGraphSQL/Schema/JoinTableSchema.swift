/// The table that stores the links of one relationship.
package struct JoinTableSchema: Sendable {
    package let relationship: Int
    package let name: String
    /// Indicates whether the links of a source are ordered.
    package let hasPosition: Bool
    /// Indicates whether the links of a destination are ordered.
    package let hasInversePosition: Bool
    package let sourceRoot: Int
    package let destinationRoot: Int

    /// The name of the table, quoted for SQL.
    package var sql: String { name.quotedName }

    /// The result column of the positions among the links of a source; `nil` without order.
    package var positionColumn: Int32? { hasPosition ? 2 : nil }

    /// The result column of the positions among the links of a destination; `nil` without order.
    package var inversePositionColumn: Int32? {
        hasInversePosition ? (hasPosition ? 3 : 2) : nil
    }

    /// The names of the columns.
    package var columns: [String] {
        ["source", "destination"] + (hasPosition ? ["position"] : [])
            + (hasInversePosition ? ["inverse_position"] : [])
    }
}
