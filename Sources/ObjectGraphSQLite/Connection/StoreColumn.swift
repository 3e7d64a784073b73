import ObjectGraph

/// A column that stores one slot.
struct StoreColumn: Sendable {
    let name: String
    /// The entity that declares the slot.
    let entity: Int
    /// The index of the slot in that entity.
    let slot: Int
    let kind: Kind
    /// The root entity of the tree that a reference refers to; `nil` for other columns.
    let destinationRoot: Int?

    /// The name of the column, quoted for SQL.
    var sql: String { name.quotedName }

    /// The storage form of a column's values.
    enum Kind: Sendable, Hashable {
        case boolean, integer, double, decimal, text, date, data, uuid, json

        init(_ type: AttributeType) {
            switch type {
            case .boolean: self = .boolean
            case .integer16, .integer32, .integer64: self = .integer
            case .float, .double: self = .double
            case .decimal: self = .decimal
            case .string, .url: self = .text
            case .date: self = .date
            case .data: self = .data
            case .uuid: self = .uuid
            case .array, .dictionary: self = .json
            }
        }

        /// The declared type in SQL.
        var sql: String {
            switch self {
            case .boolean, .integer: "INTEGER"
            case .double: "REAL"
            case .data: "BLOB"
            case .decimal, .text, .date, .uuid, .json: "TEXT"
            }
        }
    }
}
