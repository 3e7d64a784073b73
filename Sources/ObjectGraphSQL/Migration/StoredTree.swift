/// One inheritance tree of a file, which is stored in one table.
struct StoredTree: Hashable {
    let root: String
    let table: String
    var entities: Set<String> = []

    /// Indicates whether rows contain the name of their entity.
    var hasEntityColumn: Bool { entities.count > 1 }

    /// Returns the condition for rows of some of its entities; `nil` if it holds for all rows.
    func condition(_ names: Set<String>, _ dialect: any SQLDialect) -> String? {
        guard !names.isSuperset(of: entities) else { return nil }
        guard hasEntityColumn, !names.isDisjoint(with: entities) else {
            return dialect.constant(false)
        }
        let list = names.intersection(entities).sorted().map(\.quotedText)
        return "\(SystemColumn.entity.quotedName) IN (\(list.joined(separator: ", ")))"
    }
}
