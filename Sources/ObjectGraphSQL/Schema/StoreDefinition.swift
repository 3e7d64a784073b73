package import ObjectGraph

/// The stored definition of one entity or property: a row of `mercator_schema`.
///
/// These rows are readable by people, and are compared with the model when the file is opened.
package struct StoreDefinition: Sendable, Hashable {
    /// The key of a definition.
    package struct Key: Sendable, Hashable {
        package var entity: String
        /// The name of the property; empty for the entity itself.
        ///
        /// Property names have no dots, so `author.position` can only be the position of an object
        /// with the same author.
        package var property: String
    }

    package var key: Key
    /// The name of the table or column.
    package var name: String
    /// The definition: `string`, `reference to Author`, `links to Tag, ordered`.
    package var text: String

    /// The name in messages: `Article.title`, or `Article` for an entity.
    package var title: String {
        key.property.isEmpty ? key.entity : "\(key.entity).\(key.property)"
    }
}

extension StoreDefinition {
    /// The parsed text of a definition.
    package enum Content: Hashable {
        case entity(root: String, isAbstract: Bool)
        case attribute(AttributeType, isMandatory: Bool)
        case reference(to: String)
        case position
        case links(to: String, isOrdered: Bool, isInverseOrdered: Bool)
        /// A text that no version of this format writes.
        case unknown

        /// Indicates whether it is a relationship.
        var isRelationship: Bool {
            switch self {
            case .reference, .links: true
            default: false
            }
        }
    }

    /// The parsed text.
    package var content: Content {
        if var root = text.rest(after: "objects of ") {
            let isAbstract = root.removeEnd(StoreDefinition.abstract)
            return .entity(root: root, isAbstract: isAbstract)
        }
        if let root = text.rest(after: "reference to ") { return .reference(to: root) }
        if text.hasPrefix("place among ") { return .position }
        if var root = text.rest(after: "links to ") {
            let isInverseOrdered = root.removeEnd(StoreDefinition.inverseOrdered)
            let isOrdered = root.removeEnd(StoreDefinition.ordered)
            return .links(to: root, isOrdered: isOrdered, isInverseOrdered: isInverseOrdered)
        }
        var name = text
        let isMandatory = name.removeEnd(StoreDefinition.mandatory)
        guard let type = AttributeType(rawValue: name) else { return .unknown }
        return .attribute(type, isMandatory: isMandatory)
    }

    fileprivate static let abstract = ", abstract"
    fileprivate static let ordered = ", ordered"
    fileprivate static let inverseOrdered = ", ordered at the other end"
    fileprivate static let mandatory = ", mandatory"

    /// Tests whether values written under the stored definition can remain unchanged
    /// under this one, in columns of the same type.
    package func accepts(_ stored: StoreDefinition, _ dialect: any SQLDialect) -> Bool {
        if text == stored.text { return true }
        return switch (content, stored.content) {
        case (.attribute(let type, _), .attribute(let old, _)):
            old.widening(to: type) == .asIs
                && dialect.type(of: .init(type)) == dialect.type(of: .init(old))
        case (.entity(let root, _), .entity(let old, _)): root == old
        default: false
        }
    }
}

extension String {
    fileprivate func rest(after prefix: String) -> String? {
        hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
    }

    fileprivate mutating func removeEnd(_ suffix: String) -> Bool {
        guard hasSuffix(suffix) else { return false }
        removeLast(suffix.count)
        return true
    }
}

extension StoreSchema {
    /// The definitions that the file must have for this model.
    package var definitions: [StoreDefinition] {
        var definitions: [StoreDefinition] = []
        for layout in model.layouts {
            guard let table = tables[layout.root] else { continue }
            definitions.append(
                StoreDefinition(
                    key: .init(entity: layout.name, property: ""), name: table.name,
                    text: "objects of \(model.layouts[layout.root].name)"
                        + (layout.isAbstract ? StoreDefinition.abstract : "")))
            for column in table.columns where column.entity == layout.index {
                definitions.append(definition(of: column))
            }
            for relationship in layout.relationships {
                guard let links = joinTables[relationship],
                    model.relationships[relationship].entity == layout.index
                else { continue }
                definitions.append(definition(of: links))
            }
        }
        return definitions
    }

    private func definition(of column: StoreColumn) -> StoreDefinition {
        let slot = model.layouts[column.entity].slots[column.slot]
        let text: String
        switch slot.content {
        case .attribute(let attribute):
            text =
                attribute.type.rawValue + (attribute.isOptional ? "" : StoreDefinition.mandatory)
        case .reference(let relationship):
            text = "reference to \(rootName(model.relationships[relationship].destination))"
        case .position(let relationship):
            text = "place among those with the same \(model.relationships[relationship].name)"
        }
        return StoreDefinition(
            key: StoreSchema.key(of: slot, model), name: column.name, text: text)
    }

    private func definition(of links: JoinTableSchema) -> StoreDefinition {
        let relationship = model.relationships[links.relationship]
        let orders = [
            links.hasPosition ? StoreDefinition.ordered : "",
            links.hasInversePosition ? StoreDefinition.inverseOrdered : "",
        ]
        return StoreDefinition(
            key: StoreSchema.key(of: relationship, model), name: links.name,
            text: "links to \(rootName(relationship.destination))" + orders.joined())
    }

    private func rootName(_ entity: Int) -> String {
        model.layouts[model.layouts[entity].root].name
    }

    /// Returns the key of a slot, which is independent of the name of its column.
    package static func key(of slot: SlotLayout, _ model: ManagedObjectModel) -> StoreDefinition.Key
    {
        let entity = model.layouts[slot.entity].name
        guard case .position(let relationship) = slot.content else {
            return .init(entity: entity, property: slot.name)
        }
        let property = model.relationships[relationship].name + ".position"
        return .init(entity: entity, property: property)
    }

    /// Returns the key of a relationship.
    package static func key(
        of relationship: RelationshipLayout, _ model: ManagedObjectModel
    ) -> StoreDefinition.Key {
        .init(entity: model.layouts[relationship.entity].name, property: relationship.name)
    }
}
