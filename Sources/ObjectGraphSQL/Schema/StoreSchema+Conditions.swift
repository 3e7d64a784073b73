import ObjectGraph

extension StoreSchema {
    /// Returns the message of an error for two objects with equal values of unique columns.
    package func sharedKeyMessage(_ columns: [StoreColumn]) -> String {
        let entity = columns.map(\.entity).max().map { model.layouts[$0].name } ?? ""
        let names = columns.map { model.layouts[$0.entity].slots[$0.slot].name }
        return "two objects of \(entity) would share \(names.joined(separator: ", ")), "
            + "which must be unique"
    }

    /// Returns the condition for rows of an entity and its descendants; `alias` is the alias of the
    /// table in the statement, if it has one.
    package func familyCondition(
        of entity: Int, includesSubentities: Bool = true, alias: String? = nil
    ) -> String {
        let family = includesSubentities ? model.layouts[entity].family : [entity]
        let names = family.map { model.layouts[$0].name.quotedText }.joined(separator: ", ")
        let column = SystemColumn.entity.quotedName
        return "\(alias.map { "\($0)." } ?? "")\(column) IN (\(names))"
    }
}
