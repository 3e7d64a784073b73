package import ObjectGraph

/// Checks that all objects are valid after connections were made.
///
/// It checks all objects that may have been written: if one is invalid, a context repeats the work,
/// because it can report the violated rule.
package struct MandatoryCheck {
    let session: any SQLSession
    let schema: StoreSchema

    /// Checks objects at both ends of relationships for missing mandatory values.
    ///
    /// - Throws: ``StoreError`` with code `incomplete` if one is missing.
    package func check(_ connected: [RelationshipLayout]) throws(StoreError) {
        let model = schema.model
        func root(_ entity: Int) -> Int { model.layouts[entity].root }
        let affected = Set(connected.flatMap { [root($0.entity), root($0.destination)] })
        for relationship in model.relationships
        where !relationship.description.isOptional && affected.contains(root(relationship.entity)) {
            try checkObjects(of: relationship)
        }
        let written = Set(
            connected.compactMap { layout -> Int? in
                switch layout.storage {
                case .reference: root(layout.entity)
                case .inverseReference: root(layout.destination)
                case .links, .inverseLinks: nil
                }
            })
        for root in written.sorted() { try checkValues(of: root) }
    }

    /// Checks the objects of a tree for missing mandatory related objects.
    ///
    /// - Throws: ``StoreError`` with code `incomplete` if one is missing.
    package func check(root: Int) throws(StoreError) {
        let model = schema.model
        for relationship in model.relationships
        where !relationship.description.isOptional
            && model.layouts[relationship.entity].root == root
        {
            try checkObjects(of: relationship)
        }
    }

    private func checkObjects(of relationship: RelationshipLayout) throws(StoreError) {
        let isEmpty = PropertyPath.relationship(relationship.name).isNil
        let request = RowRequest(entity: relationship.entity, predicate: isEmpty, limit: 1)
        let query = try QueryCompiler.count(request, schema)
        try require(try session.number(query.sql, query.values) == 0)
    }

    /// Checks rows for missing mandatory values.
    private func checkValues(of root: Int) throws(StoreError) {
        let table = try schema.table(of: root)
        var conditions: [String] = []
        for layout in schema.model.layouts where layout.root == root {
            let own = layout.mandatorySlots.filter { layout.slots[$0].entity == layout.index }
            var columns: [String] = []
            for slot in own { columns.append(try schema.column(slot, of: layout.index).sql) }
            guard !columns.isEmpty else { continue }
            let isEmpty = "(" + columns.map { "\($0) IS NULL" }.joined(separator: " OR ") + ")"
            let family =
                layout.index == root ? "" : schema.familyCondition(of: layout.index) + " AND "
            conditions.append("(\(family)\(isEmpty))")
        }
        guard !conditions.isEmpty else { return }
        let sql =
            "SELECT EXISTS (SELECT 1 FROM \(table.sql) "
            + "WHERE \(conditions.joined(separator: " OR ")))"
        try require(try session.number(sql) == 0)
    }

    private func require(_ isValid: Bool) throws(StoreError) {
        guard !isValid else { return }
        throw StoreError(.incomplete, "an object lacks what is mandatory")
    }
}

extension StoreError.Code {
    /// An object would be invalid after a connection was made; used internally only.
    package static let incomplete = StoreError.Code("incomplete")
}
