package import ObjectGraphSQL

/// A data type of PostgreSQL, by its object identifier, which is the same in all databases.
package struct PostgresType: Sendable, Hashable {
    package let oid: UInt32

    private init(_ oid: UInt32) {
        self.oid = oid
    }

    /// The type that the server derives from the statement.
    package static let derived = PostgresType(0)
    package static let boolean = PostgresType(16)
    package static let bytea = PostgresType(17)
    package static let bigint = PostgresType(20)
    package static let text = PostgresType(25)
    package static let float8 = PostgresType(701)
    package static let numeric = PostgresType(1700)
    package static let uuid = PostgresType(2950)

    /// Returns the type that stores values of a kind.
    package init(_ kind: StoreColumn.Kind) {
        switch kind {
        case .boolean: self = .boolean
        case .integer: self = .bigint
        case .double: self = .float8
        case .decimal: self = .numeric
        case .text, .date, .json: self = .text
        case .data: self = .bytea
        case .uuid: self = .uuid
        }
    }

    /// The type of arrays of this type.
    package var array: PostgresType {
        switch self {
        case .boolean: PostgresType(1000)
        case .bytea: PostgresType(1001)
        case .text: PostgresType(1009)
        case .bigint: PostgresType(1016)
        case .float8: PostgresType(1022)
        case .numeric: PostgresType(1231)
        case .uuid: PostgresType(2951)
        default: .derived
        }
    }
}
