package import ObjectGraph

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

    /// Returns the error for a reference to an object that does not exist.
    package func brokenReference(
        _ column: StoreColumn?, of number: Int64, in table: StoreTable
    ) -> StoreError {
        let name = column.map { model.layouts[$0.entity].slots[$0.slot].name } ?? "reference"
        return StoreError(
            .brokenReference,
            "\(title(number, of: table.root)).\(name) would lead to an object that does not exist; "
                + "clear it or keep the object")
    }

    /// Returns the error for a written link with an end that does not exist.
    package func brokenLink(
        _ link: StoredLink, of links: JoinTableSchema, missing: Set<Int64>, of root: Int
    ) -> StoreError {
        let relationship = model.relationships[links.relationship]
        let source = title(link.source, of: links.sourceRoot)
        let destination = title(link.destination, of: links.destinationRoot)
        let lacksSource = links.sourceRoot == root && missing.contains(link.source)
        let reason = lacksSource ? "but \(source) does not exist" : "which does not exist"
        return StoreError(
            .brokenReference,
            "\(source).\(relationship.name) would lead to \(destination), \(reason); "
                + "clear it or keep the object")
    }

    /// Returns the error for a stored link from or to an object that does not exist.
    package func brokenLink(of links: JoinTableSchema) -> StoreError {
        let relationship = model.relationships[links.relationship]
        let entity = model.layouts[relationship.entity].name
        return StoreError(
            .brokenReference,
            "a link of \(entity).\(relationship.name) would lead to an object that does not exist; "
                + "remove it or keep the object")
    }
}
