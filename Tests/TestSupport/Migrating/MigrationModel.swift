package import ObjectGraph

/// The initial model of migrations: attributes, references with an inverse, ordered links, a
/// one-to-one relationship, and an inheritance tree.
package enum MigrationModel {
    package static let person = 0
    package static let desk = 1
    package static let post = 2
    package static let label = 3
    package static let shape = 4
    package static let circle = 5
    package static let square = 6

    package static var entities: [EntityDescription] {
        [
            EntityDescription(
                "Person",
                attributes: [
                    AttributeDescription("name", .string), AttributeDescription("age", .integer16),
                ],
                relationships: [
                    .toMany("posts", "Post", inverse: "writer"),
                    .toOne("desk", "Desk", inverse: "person"),
                ]),
            EntityDescription(
                "Desk", attributes: [AttributeDescription("floor", .integer64)],
                relationships: [.toOne("person", "Person")]),
            EntityDescription(
                "Post",
                attributes: [
                    AttributeDescription("title", .string),
                    AttributeDescription("personName", .string),
                ],
                relationships: [
                    .toOne("writer", "Person"),
                    .toMany("labels", "Label", inverse: "posts", isOrdered: true),
                ]),
            EntityDescription(
                "Label", attributes: [AttributeDescription("name", .string)],
                relationships: [.toMany("posts", "Post")]),
            EntityDescription(
                "Shape", isAbstract: true, attributes: [AttributeDescription("title", .string)]),
            EntityDescription(
                "Circle", parent: "Shape", attributes: [AttributeDescription("size", .integer32)]),
            EntityDescription(
                "Square", parent: "Shape", attributes: [AttributeDescription("size", .integer32)]),
        ]
    }

    /// Creates a model from the entities after a change.
    package static func model(
        _ change: (inout [EntityDescription]) -> Void = { _ in }
    ) throws -> ManagedObjectModel {
        var entities = entities
        change(&entities)
        return try ManagedObjectModel(entities)
    }

    /// Fills a store with objects of every kind, and with a connection and an index from a load.
    package static func fill(_ store: any PersistentStore) throws {
        let model = try model()
        let container = try PersistentContainer(model: model, store: store)
        try container.perform { context in
            let (anna, ben) = (context.insert("Person"), context.insert("Person"))
            anna["name"] = "Anna"
            anna["age"] = 30
            ben["name"] = "Ben"
            let desk = context.insert("Desk")
            desk["floor"] = 7
            desk[toOne: "person"] = anna
            let posts = ["One", "Two", "Three"].map { title in
                let post = context.insert("Post")
                post["title"] = .string(title)
                return post
            }
            let labels = ["a", "b"].map { name in
                let label = context.insert("Label")
                label["name"] = .string(name)
                return label
            }
            posts[0][toOne: "writer"] = anna
            posts[1][toOne: "writer"] = anna
            posts[0]["personName"] = "Anna"
            posts[0][toMany: "labels"] = [labels[1], labels[0]]
            posts[1][toMany: "labels"] = [labels[1]]
            let (circle, square) = (context.insert("Circle"), context.insert("Square"))
            circle["title"] = "round"
            circle["size"] = 3
            square["title"] = "straight"
            square["size"] = 4
            try context.save()
        }
        var changes = ChangeSet()
        changes.connections = [
            ConnectionDescription(
                entity: "Post", relationship: "writer", connectedBy: ["personName": "name"],
                sourcePredicate: .any("labels", .attribute("name") == "a"),
                destinationPredicate: .attribute("name") != "nobody")
        ]
        changes.indexes = [IndexDescription(entity: person, slots: [0], isUnique: false)]
        try store.open(for: model).backend.commit(changes)
    }
}

extension [EntityDescription] {
    /// The entity with a name.
    package subscript(name: String) -> EntityDescription {
        get { first { $0.name == name } ?? EntityDescription(name) }
        set {
            guard let index = firstIndex(where: { $0.name == name }) else { return }
            self[index] = newValue
        }
    }
}

extension EntityDescription {
    /// The declared attribute with a name.
    package subscript(attribute name: String) -> AttributeDescription {
        get { declaredAttributes.first { $0.name == name } ?? AttributeDescription(name, .string) }
        set {
            guard let index = declaredAttributes.firstIndex(where: { $0.name == name }) else {
                return
            }
            declaredAttributes[index] = newValue
        }
    }

    /// The declared relationship with a name.
    package subscript(relationship name: String) -> RelationshipDescription {
        get { declaredRelationships.first { $0.name == name } ?? .toOne(name, name) }
        set {
            guard let index = declaredRelationships.firstIndex(where: { $0.name == name }) else {
                return
            }
            declaredRelationships[index] = newValue
        }
    }
}
