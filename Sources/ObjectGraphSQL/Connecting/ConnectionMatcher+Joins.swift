import ObjectGraph

/// Building joins, with the aliases `s` for a source's number, `o` for its row, `k` for an element
/// of its array, and `d` for a destination.
extension ConnectionMatcher {
    /// The rows of a join.
    enum JoinedRows {
        case matching
        /// Sources without a destination have a row, too.
        case retainingSources
    }

    func joined(_ rows: JoinedRows) throws(StoreError) -> String {
        let join = rows == .matching ? join : "LEFT JOIN"
        var conditions = destinationConditions
        var joins: String
        if request.path.isEmpty {
            joins = try sourceRows + keyElements(areFitting: true)
            conditions.insert(contentsOf: try keyConditions(), at: 0)
            // Parts that are all NULL are no key.
            if request.sourceSlots.count > 1 { conditions.append(try hasKey()) }
        } else {
            joins = "\(tables.sources) AS s"
            if rows == .retainingSources, case .reference = layout.storage { joins = sourceRows }
            let end = try follow(&joins, join)
            conditions.insert("d.\(id) = \(end)", at: 0)
        }
        return "FROM \(joins) \(join) \(destinations.sql) AS d "
            + "ON \(conditions.joined(separator: " AND "))"
    }

    /// The sources with their rows.
    var sourceRows: String {
        "\(tables.sources) AS s \(join) \(sources.sql) AS o ON o.\(id) = s.id"
    }

    var destinationConditions: [String] {
        var conditions: [String] = []
        let entity = request.destinations.entity
        if entity != destinations.root {
            // The same text as in partial indexes, so that these can be used.
            conditions.append(schema.familyCondition(of: entity, alias: "d"))
        }
        if !request.destinations.includesSubentities, destinations.hasEntityColumn {
            conditions.append(
                schema.familyCondition(of: entity, includesSubentities: false, alias: "d"))
        }
        if filtersDestinations {
            conditions.append("d.\(id) IN (SELECT id FROM \(tables.destinations))")
        }
        return conditions
    }

    /// Returns the conditions for a matching destination; some parts of a compound key
    /// can be `NULL`.
    func keyConditions() throws(StoreError) -> [String] {
        var conditions: [String] = []
        for part in request.sourceSlots.indices {
            let slot = request.destinationSlots[part]
            let column = try schema.column(slot, of: request.destinations.entity)
            let (expression, key) = ("d.\(column.sql)", try key(part))
            let canBothBeNull =
                request.sourceSlots.count > 1
                && isOptional(request.sourceSlots[part], of: request.sources.entity)
                && isOptional(slot, of: request.destinations.entity)
            conditions.append(
                canBothBeNull
                    ? session.dialect.sameKey(expression, key, column.kind)
                    : "\(expression) = \(key)")
        }
        return conditions
    }

    private func isOptional(_ slot: Int, of entity: Int) -> Bool {
        schema.model.layouts[entity].slots[slot].attribute?.isOptional ?? true
    }

    /// Returns the condition that the foreign key is not entirely `NULL`.
    func hasKey() throws(StoreError) -> String {
        var parts: [String] = []
        for part in request.sourceSlots.indices {
            parts.append("\(try sourceColumn(part)) IS NOT NULL")
        }
        return "(" + parts.joined(separator: " OR ") + ")"
    }

    /// Returns the column of a part of the foreign key.
    func sourceColumn(_ part: Int) throws(StoreError) -> String {
        "o.\(try schema.column(request.sourceSlots[part], of: request.sources.entity).sql)"
    }

    /// Returns the value of a part of the foreign key.
    func key(_ part: Int) throws(StoreError) -> String {
        guard part == arrayIndex else { return try sourceColumn(part) }
        return try elements(areFitting: true)?.value ?? "k.value"
    }

    /// Returns the elements of the array in the foreign key, if the database reads them itself.
    func elements(areFitting: Bool) throws(StoreError) -> (table: String, value: String)? {
        guard let arrayIndex else { return nil }
        return session.dialect.elements(
            of: try sourceColumn(arrayIndex), as: destinationTypes[arrayIndex],
            areFitting: areFitting)
    }

    /// Returns the join with the elements of the array in the foreign key.
    func keyElements(areFitting: Bool) throws(StoreError) -> String {
        guard arrayIndex != nil else { return "" }
        if let elements = try elements(areFitting: areFitting) {
            return " \(join) \(elements.table) AS k"
        }
        return " \(join) \(tables.elements) AS k "
            + "ON k.source = s.id AND k.mismatch IS \(areFitting ? "" : "NOT ")NULL"
    }

    /// Adds the joins of a key path, and returns the expression for the objects at its end.
    private func follow(
        _ joins: inout String, _ join: String
    ) throws(StoreError) -> String {
        var end = "s.id"
        for (index, step) in request.path.enumerated() {
            let step = schema.model.relationships[step]
            let alias = "j\(index)"
            switch step.storage {
            case .reference:
                let (table, column) = try schema.reference(step.index)
                joins += " \(join) \(table.sql) AS \(alias) ON \(alias).\(id) = \(end)"
                end = "\(alias).\(column.sql)"
            case .inverseReference(let other):
                let (table, column) = try schema.reference(other)
                let owner =
                    step.isToMany
                    ? "\(alias).\(column.sql) = \(end)"
                    : "\(alias).\(id) = (SELECT min(r.\(id)) FROM \(table.sql) AS r "
                        + "WHERE r.\(column.sql) = \(end))"
                joins += " \(join) \(table.sql) AS \(alias) ON \(owner)"
                end = "\(alias).\(id)"
            case .links:
                let table = try schema.links(step.index)
                joins += " \(join) \(table.sql) AS \(alias) ON \(alias).source = \(end)"
                end = "\(alias).destination"
            case .inverseLinks(let other):
                let table = try schema.links(other)
                joins += " \(join) \(table.sql) AS \(alias) ON \(alias).destination = \(end)"
                end = "\(alias).source"
            }
        }
        return end
    }
}
