package import ObjectGraph

/// A column that stores one slot.
@usableFromInline
package struct StoreColumn: Sendable {
    package let name: String
    /// The entity that declares the slot.
    package let entity: Int
    /// The index of the slot in that entity.
    package let slot: Int
    package let kind: Kind
    /// The root entity of the tree that a reference refers to; `nil` for other columns.
    package let destinationRoot: Int?

    /// The name of the column, quoted for SQL.
    package var sql: String { name.quotedName }

    /// The storage form of a column's values.
    @usableFromInline
    package enum Kind: Sendable, Hashable {
        case boolean, integer, double, decimal, text, date, data, uuid, json

        package init(_ type: AttributeType) {
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
    }
}
