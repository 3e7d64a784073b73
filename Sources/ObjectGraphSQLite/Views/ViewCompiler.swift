import ObjectGraph
import ObjectGraphSQL

/// Writes the views of a model: one for each entity, and one for each table of links.
///
/// A view shows an entity under the names of the model: the objects of a sub-entity alone, its
/// columns without prefixes, and for each object that it refers to a key and a label instead of a
/// number of the store.
///
/// ```sql
/// CREATE VIEW "Status_view" AS SELECT t."_id" AS "_id", t."text" AS "text",
///   r1."userID" AS "user_userID", r1."name" AS "user_name"
/// FROM "Status" AS t LEFT JOIN "User" AS r1 ON r1."_id" = t."user"
/// ```
struct ViewCompiler {
    private let schema: StoreSchema
    private let identifications: Identifications

    init(_ schema: StoreSchema, _ identifications: Identifications) {
        self.schema = schema
        self.identifications = identifications
    }

    private var model: ManagedObjectModel { schema.model }

    /// Returns the views, without names that the file uses for something else.
    ///
    /// A view has the name of its entity, or of its table of links.
    func views(besides names: [String]) -> [EntityView] {
        var taken = Set(names.map { $0.lowercased() })
        func free(_ wanted: String) -> String {
            let wanted = StoreSchema.allowed(wanted, schema.dialect)
            var (name, number) = (wanted, 1)
            while !taken.insert(name.lowercased()).inserted {
                name = number == 1 ? "\(wanted)_view" : "\(wanted)_view_\(number)"
                number += 1
            }
            return name
        }
        // In order of names, because the order of a model's entities does not affect the file.
        let entities = model.layouts.sorted { $0.name < $1.name }.compactMap { layout in
            body(of: layout).map { EntityView(free(layout.name), selecting: $0) }
        }
        let links = schema.joinTables.values.sorted { $0.name < $1.name }.map {
            EntityView(free($0.name), selecting: body(of: $0))
        }
        return entities + links
    }

    private func body(of layout: EntityLayout) -> String? {
        guard let table = schema.tables[layout.root] else { return nil }
        var body = ViewBody(schema, identifications)
        body.add(SystemColumn.id, as: SystemColumn.id, otherwise: SystemColumn.id)
        if layout.family.count > 1 {
            body.add(SystemColumn.entity, as: SystemColumn.entity, otherwise: SystemColumn.entity)
        }
        let columns = layout.slots.indices.compactMap { slot in
            (try? schema.column(slot, of: layout.index)).map { (layout.slots[slot], $0) }
        }
        for (slot, column) in columns {
            guard case .attribute(let attribute) = slot.content else { continue }
            body.add(column.name, as: attribute.name, otherwise: column.name)
        }
        for (slot, column) in columns {
            switch slot.content {
            case .attribute: continue
            case .reference(let index):
                let relationship = model.relationships[index]
                body.add(
                    reference: column.name, as: relationship.name, to: relationship.destination)
            case .position(let index):
                let name = "\(model.relationships[index].name)_position"
                body.add(column.name, as: name, otherwise: column.name)
            }
        }
        let isWhole = layout.index == layout.root
        return body.selection(
            from: table.sql,
            where: isWhole ? nil : schema.familyCondition(of: layout.index, alias: "t"))
    }

    private func body(of links: JoinTableSchema) -> String {
        let relationship = model.relationships[links.relationship]
        let source = model.layouts[relationship.entity]
        var body = ViewBody(schema, identifications)
        body.add(reference: "source", as: source.name.uncapitalized, to: source.index)
        body.add(
            reference: "destination", as: relationship.name, to: relationship.destination)
        for column in links.columns.dropFirst(2) { body.add(column, as: column, otherwise: column) }
        return body.selection(from: links.sql, where: nil)
    }
}

extension String {
    fileprivate var uncapitalized: String { prefix(1).lowercased() + dropFirst() }
}
