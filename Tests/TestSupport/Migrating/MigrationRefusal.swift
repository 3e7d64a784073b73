package import ObjectGraph
package import ObjectGraphSQL
import Testing

/// A change of ``MigrationModel`` that is refused, with the lines of the error.
package struct MigrationRefusal: Sendable, CustomTestStringConvertible {
    package let title: String
    package let migration: StoreMigration
    package let lines: [String]
    package let change: @Sendable (inout [EntityDescription]) -> Void

    package var testDescription: String { title }

    init(
        _ title: String, _ migration: StoreMigration, _ lines: [String],
        _ change: @escaping @Sendable (inout [EntityDescription]) -> Void
    ) {
        self.title = title
        self.migration = migration
        self.lines = lines
        self.change = change
    }

    /// Returns the message of the error for a store at a place.
    package func message(of place: String) -> String {
        "'\(place)' was made for another model:\n"
            + lines.map { "- \($0)\n" }.joined() + "Nothing was changed."
    }

    package static let all = [
        MigrationRefusal(
            "an entity is gone", .additive,
            [
                "Label: the file has it (objects of Label), the model has not; give its successor "
                    + "the renamingIdentifier 'Label', or drop it with migration .inferred",
                "Post.labels: the file has it (links to Label, ordered), the model has not; give "
                    + "what replaces it the renamingIdentifier 'labels', or drop it with migration "
                    + ".inferred",
            ]
        ) {
            $0.removeAll { $0.name == "Label" }
            $0["Post"].declaredRelationships.removeLast()
        },
        MigrationRefusal(
            "a type that is not wider", .inferred,
            [
                "Post.title: the file has string, the model integer64; convert it in a migration "
                    + "step, or give the new attribute another name"
            ]
        ) { $0["Post"][attribute: "title"].type = .integer64 },
        MigrationRefusal(
            "mandatory without a default", .inferred,
            [
                "Person.age: mandatory now, but 1 stored object (Person/2) would have no value; "
                    + "give it a default or make it optional"
            ]
        ) { $0["Person"][attribute: "age"].isOptional = false },
        MigrationRefusal(
            "to many becomes to one", .inferred,
            [
                "Post.labels: the file has links to Label, ordered, the model at most one, and 1 "
                    + "stored object (Post/1) would lose others; choose in a migration step, or keep it "
                    + "to-many"
            ]
        ) { $0["Post"][relationship: "labels"] = .toOne("labels", "Label", inverse: "posts") },
        MigrationRefusal(
            "another destination", .inferred,
            [
                "Post.writer: the file has reference to Person, the model a relationship to Desk; "
                    + "link the objects in a migration step, or give the new relationship another "
                    + "name"
            ]
        ) {
            $0["Post"][relationship: "writer"].destination = "Desk"
            $0["Person"].declaredRelationships.removeFirst()
        },
        MigrationRefusal(
            "two trees become one", .inferred,
            [
                "Thing: its objects come from tables of their own in the file (Desk, Label), where "
                    + "they have the same numbers; give them new ones in a migration step"
            ]
        ) {
            $0["Desk"].parent = "Thing"
            $0["Label"].parent = "Thing"
            $0["Label"].declaredRelationships = []
            $0["Desk"].declaredRelationships = []
            $0["Post"].declaredRelationships.removeLast()
            $0["Person"].declaredRelationships.removeLast()
            $0.append(EntityDescription("Thing", isAbstract: true))
        },
        MigrationRefusal(
            "unique, but shared", .additive,
            [
                "Post: 3 stored objects (one is Post/1) share flag with another, the model says "
                    + "it is unique; make them differ with the earlier model, or in a migration "
                    + "step"
            ]
        ) {
            $0["Post"].declaredAttributes.append(
                AttributeDescription("flag", .boolean, isUnique: true, defaultValue: true))
            $0["Post"][attribute: "title"].renamingIdentifier = "title"
            $0["Post"][attribute: "title"].name = "headline"
        },
        MigrationRefusal(
            "abstract, but with objects", .inferred,
            [
                "Person: abstract now, but the file has 2 stored objects (one is Person/1) of "
                    + "exactly this entity; make each one an object of a sub-entity in a migration "
                    + "step, or delete them with the earlier model"
            ]
        ) {
            $0["Person"].isAbstract = true
            $0.append(EntityDescription("Writer", parent: "Person"))
        },
        MigrationRefusal(
            "an abstract sub-entity with an earlier name", .additive,
            [
                "Round: abstract now, but the file has 1 stored object (Shape/1) of exactly this "
                    + "entity; make each one an object of a sub-entity in a migration step, or "
                    + "delete them with the earlier model"
            ]
        ) {
            $0["Circle"].isAbstract = true
            $0["Circle"].renamingIdentifier = "Circle"
            $0["Circle"].name = "Round"
        },
        MigrationRefusal(
            "one sub-entity would lose what its parent had", .additive,
            [
                "Shape.title: 1 stored object (Shape/2) of Square would lose it; declare it there too, or "
                    + "drop it with migration .inferred"
            ]
        ) {
            let title = $0["Shape"].declaredAttributes.removeFirst()
            $0["Circle"].declaredAttributes.append(title)
        },
    ]
}
