import ObjectGraph

/// The SQL conditions for rows and links that no save produces.
///
/// The check and the repair use the same conditions, so that they agree.
package struct IntegrityQuestions {
    let schema: StoreSchema

    /// Returns the name of a relationship in messages.
    func name(of relationship: RelationshipLayout) -> String {
        "\(schema.model.layouts[relationship.entity].name).\(relationship.name)"
    }

    /// Returns the condition that a number does not belong to an object of an entity.
    private func isNoObject(_ number: String, of entity: Int) throws(StoreError) -> String {
        let table = try schema.table(of: entity)
        let family = condition(of: entity, table, alias: "d").map { " AND \($0)" } ?? ""
        return
            #"NOT EXISTS (SELECT 1 FROM \#(table.sql) AS d WHERE d."_id" = \#(number)\#(family))"#
    }

    /// Returns the condition that a row is of an entity's family; `nil` if all rows of
    /// the table are.
    func condition(of entity: Int, _ table: StoreTable, alias: String) -> String? {
        guard table.hasEntityColumn, entity != table.root else { return nil }
        return schema.familyCondition(of: entity, alias: alias)
    }

    /// Returns the condition for rows with a dangling reference.
    func brokenReference(
        _ relationship: RelationshipLayout, _ column: StoreColumn
    ) throws(StoreError) -> String {
        let reference = "s.\(column.sql)"
        return try "\(reference) IS NOT NULL AND "
            + isNoObject(reference, of: relationship.destination)
    }

    /// Returns the condition for links with a missing source or destination.
    func brokenLink(_ relationship: RelationshipLayout) throws(StoreError) -> String {
        let source = try isNoObject("l.source", of: relationship.entity)
        return try "(\(source) OR " + isNoObject("l.destination", of: relationship.destination)
            + ")"
    }

    /// Returns the condition for links in one direction only, for a relationship that is
    /// its own inverse.
    func oneSidedLink(_ links: JoinTableSchema) -> String {
        "NOT EXISTS (SELECT 1 FROM \(links.sql) AS o "
            + "WHERE o.source = l.destination AND o.destination = l.source)"
    }

    /// Returns the condition for rows without a required object; `nil` if the model requires none.
    func missingObject(_ relationship: RelationshipLayout) throws(StoreError) -> String? {
        guard !relationship.description.isOptional else { return nil }
        switch relationship.storage {
        case .reference:
            return try "s.\(schema.reference(relationship.index).column.sql) IS NULL"
        case .inverseReference(let other):
            let (table, column) = try schema.reference(other)
            return "NOT EXISTS (SELECT 1 FROM \(table.sql) AS r "
                + #"WHERE r.\#(column.sql) = s."_id")"#
        case .links:
            let links = try schema.links(relationship.index)
            return #"NOT EXISTS (SELECT 1 FROM \#(links.sql) AS r WHERE r.source = s."_id")"#
        case .inverseLinks(let other):
            let links = try schema.links(other)
            return #"NOT EXISTS (SELECT 1 FROM \#(links.sql) AS r WHERE r.destination = s."_id")"#
        }
    }

    /// The columns that store the order of a relationship.
    var orders: [Order] {
        var orders: [Order] = []
        for table in schema.tables.values.sorted(by: { $0.root < $1.root }) {
            for column in table.columns {
                let slot = schema.model.layouts[column.entity].slots[column.slot]
                guard case .position(let relationship) = slot.content,
                    let reference = try? schema.reference(relationship).column,
                    let inverse = schema.model.relationships[relationship].inverse
                else { continue }
                orders.append(
                    Order(
                        relationship: inverse, table: table.sql, owner: reference.sql,
                        position: column.sql, isInteger: schema.dialect.isInteger(column.sql),
                        key: [SystemColumn.id.quotedName]))
            }
        }
        for links in schema.joinTables.values.sorted(by: { $0.relationship < $1.relationship }) {
            let ends = ["source", "destination"]
            if links.hasPosition {
                orders.append(
                    Order(
                        relationship: links.relationship, table: links.sql, owner: ends[0],
                        position: "position", isInteger: schema.dialect.isInteger("position"),
                        key: ends))
            }
            let inverse = schema.model.relationships[links.relationship].inverse
            if links.hasInversePosition, let inverse {
                orders.append(
                    Order(
                        relationship: inverse, table: links.sql, owner: ends[1],
                        position: "inverse_position",
                        isInteger: schema.dialect.isInteger("inverse_position"),
                        key: ends.reversed()))
            }
        }
        return orders
    }

    /// A position column for objects with the same owner.
    struct Order {
        /// The ordered relationship, whose source is the owner.
        let relationship: Int
        let table: String
        let owner: String
        let position: String
        /// The condition that the position is an integer.
        let isInteger: String
        /// The columns that identify a row of the table; the last one orders rows with
        /// equal positions.
        let key: [String]

        /// A query for owners with two objects at the same position, or with a position that
        /// no save writes.
        ///
        /// Objects without a position are not a problem: they come last, in their own order.
        var unclearOwners: String {
            "SELECT \(owner) FROM \(table) WHERE \(owner) IS NOT NULL AND \(position) IS NOT NULL "
                + "GROUP BY \(owner) HAVING count(*) > count(DISTINCT \(position)) "
                + "OR count(CASE WHEN NOT \(isInteger) "
                + "OR \(position) >= \(Order.end) THEN 1 END) > 0"
        }

        /// The end of plausible positions.
        private static let end = Int64.max / 2
    }
}
