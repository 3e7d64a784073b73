import ObjectGraph

/// The table that keeps the objects of one inheritance tree.
struct StoreTable: Sendable {
    /// The entity at the top of the tree.
    let root: Int
    let name: String
    /// Whether rows say which entity they are of: only if there is more than one.
    let hasEntityColumn: Bool
    /// One column for each slot of the tree, those of parents first.
    let columns: [StoreColumn]
    /// For each entity of the tree, where its slots are among the columns.
    let places: [Int: [Int]]

    /// The table's name in SQL.
    var sql: String { name.quotedName }
}

/// A column that keeps one slot.
struct StoreColumn: Sendable {
    let name: String
    /// The entity that declares the slot.
    let entity: Int
    /// The slot's number in that entity.
    let slot: Int
    let kind: Kind
    /// The entity at the top of the tree that a reference leads to.
    let destinationRoot: Int?

    /// The column's name in SQL.
    var sql: String { name.quotedName }

    /// What the values of a column are in SQLite, and how they are read.
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

        /// The type in SQL.
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

/// The names of the columns that are not properties.
///
/// A property whose name is one of these gets a column with the name of its entity in front.
enum SystemColumn {
    /// The number of the object.
    static let id = "_id"
    /// The name of the object's own entity.
    static let entity = "_entity"
    /// How often the row was written.
    static let version = "_version"

    static let all: Set<String> = [id, entity, version]
}

/// The table that keeps the links of one relationship.
struct LinkTable: Sendable {
    let relationship: Int
    let name: String
    /// Whether the links of a source have an order.
    let hasPosition: Bool
    /// Whether the links of a destination have an order.
    let hasInversePosition: Bool
    let sourceRoot: Int
    let destinationRoot: Int

    /// The table's name in SQL.
    var sql: String { name.quotedName }

    /// The names of its columns.
    var columns: [String] {
        ["source", "destination"] + (hasPosition ? ["position"] : [])
            + (hasInversePosition ? ["inverse_position"] : [])
    }
}
