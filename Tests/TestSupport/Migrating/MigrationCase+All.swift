import ObjectGraph

extension MigrationCase {
    /// All changes.
    package static let all = attributes + entities + relationships

    private static let attributes = [
        MigrationCase(
            "an attribute has a new name",
            [("SELECT _id, headline FROM Post", ["1|One", "2|Two", "3|Three"])]
        ) {
            $0["Post"][attribute: "title"].renamingIdentifier = "title"
            $0["Post"][attribute: "title"].name = "headline"
        },
        MigrationCase(
            "two attributes exchange their names through a third",
            [("SELECT title, caption FROM Post WHERE _id = 1", ["Anna|One"])]
        ) {
            $0["Post"].declaredAttributes = [
                AttributeDescription("title", .string, renamingIdentifier: "personName"),
                AttributeDescription("caption", .string, renamingIdentifier: "title"),
            ]
        },
        MigrationCase(
            "whole numbers become decimals",
            [("SELECT age, typeof(age) FROM Person", ["30|text", "NULL|null"])]
        ) { $0["Person"][attribute: "age"].type = .decimal },
        MigrationCase(
            "whole numbers become floating-point numbers",
            [("SELECT age, typeof(age) FROM Person", ["30.0|real", "NULL|null"])]
        ) { $0["Person"][attribute: "age"].type = .double },
        MigrationCase(
            "whole numbers become wider",
            [("SELECT age FROM Person", ["30", "NULL"])]
        ) { $0["Person"][attribute: "age"].type = .integer64 },
        MigrationCase(
            "an attribute is mandatory now, with a default",
            [("SELECT age FROM Person", ["30", "18"])]
        ) {
            $0["Person"][attribute: "age"].isOptional = false
            $0["Person"][attribute: "age"].defaultValue = 18
        },
        MigrationCase(
            "a renamed attribute is mandatory now, with a default",
            [("SELECT years FROM Person", ["30", "18"])]
        ) {
            $0["Person"][attribute: "age"] = AttributeDescription(
                "years", .integer16, isOptional: false, defaultValue: 18, renamingIdentifier: "age")
        },
        MigrationCase(
            "an attribute is unique now",
            [
                (
                    "SELECT count(*) FROM mercator_indexes WHERE wanted_unique "
                        + "AND entity = 'Person'", ["1"]
                )
            ]
        ) { $0["Person"][attribute: "name"].isUnique = true },
        MigrationCase(
            "an attribute is gone", needsInferred: true,
            [
                (
                    "SELECT name FROM pragma_table_info('Person')",
                    ["_id", "_version", "name", "desk"]
                ),
                ("SELECT _id, name, desk FROM Person", ["1|Anna|1", "2|Ben|NULL"]),
            ]
        ) { $0["Person"].declaredAttributes.removeLast() },
    ]

    private static let entities = [
        MigrationCase(
            "an entity has a new name",
            [
                ("SELECT _id, name FROM Author", ["1|Anna", "2|Ben"]),
                ("SELECT writer FROM Post ORDER BY _id", ["1", "1", "NULL"]),
                (
                    "SELECT entity, next FROM mercator_sequence WHERE next > 1 ORDER BY 1",
                    ["Author|3", "Desk|2", "Label|3", "Post|4", "Shape|3"]
                ),
            ]
        ) {
            $0["Desk"][relationship: "person"].destination = "Author"
            $0["Post"][relationship: "writer"].destination = "Author"
            $0["Person"].renamingIdentifier = "Person"
            $0["Person"].name = "Author"
        },
        MigrationCase(
            "a sub-entity has a new name",
            [
                (
                    "SELECT _id, _entity, title, coalesce(size, Square_size) FROM Shape",
                    ["1|Disc|round|3", "2|Square|straight|4"]
                )
            ]
        ) {
            $0["Circle"].renamingIdentifier = "Circle"
            $0["Circle"].name = "Disc"
        },
        MigrationCase(
            "the top of a tree has a new name",
            [("SELECT _id, _entity, title FROM Form", ["1|Circle|round", "2|Square|straight"])]
        ) {
            $0["Circle"].parent = "Form"
            $0["Square"].parent = "Form"
            $0["Shape"].renamingIdentifier = "Shape"
            $0["Shape"].name = "Form"
        },
        MigrationCase(
            "an entity gets a parent, which takes an attribute over",
            [
                (
                    "SELECT _id, _entity, title FROM Content",
                    ["1|Post|One", "2|Post|Two", "3|Post|Three"]
                ),
                (
                    "SELECT source, destination FROM Post_labels ORDER BY 1, 2",
                    ["1|1", "1|2", "2|2"]
                ),
            ]
        ) {
            let title = $0["Post"].declaredAttributes.removeFirst()
            $0["Post"].parent = "Content"
            $0.append(EntityDescription("Content", isAbstract: true, attributes: [title]))
        },
        MigrationCase(
            "attributes of two sub-entities move up",
            [("SELECT _id, size FROM Shape", ["1|3", "2|4"])]
        ) {
            $0["Circle"].declaredAttributes = []
            $0["Square"].declaredAttributes = []
            $0["Shape"].declaredAttributes.append(AttributeDescription("size", .integer32))
        },
        MigrationCase(
            "an attribute moves down to all sub-entities",
            [("SELECT _id, coalesce(title, Square_title) FROM Shape", ["1|round", "2|straight"])]
        ) {
            let title = $0["Shape"].declaredAttributes.removeFirst()
            $0["Circle"].declaredAttributes.append(title)
            $0["Square"].declaredAttributes.append(title)
        },
        MigrationCase(
            "a tree falls apart", needsInferred: true,
            [
                ("SELECT _id, title, size FROM Circle", ["1|round|3"]),
                ("SELECT _id, title, size FROM Square", ["2|straight|4"]),
                ("SELECT next FROM mercator_sequence WHERE entity = 'Square'", ["3"]),
            ]
        ) {
            let title = $0["Shape"].declaredAttributes[0]
            $0.removeAll { $0.name == "Shape" }
            for name in ["Circle", "Square"] {
                $0[name].parent = nil
                $0[name].declaredAttributes.append(title)
            }
        },
        MigrationCase(
            "an entity is gone, and with it what leads to it", needsInferred: true,
            [
                ("SELECT _id, floor FROM Desk", ["1|7"]),
                ("SELECT _id, title FROM Post", ["1|One", "2|Two", "3|Three"]),
                ("SELECT count(*) FROM sqlite_schema WHERE name = 'Person'", ["0"]),
                ("SELECT count(*) FROM mercator_connections", ["0"]),
            ]
        ) {
            $0.removeAll { $0.name == "Person" }
            $0["Desk"].declaredRelationships = []
            $0["Post"].declaredRelationships.removeFirst()
        },
        MigrationCase(
            "entities are listed in another order",
            [
                ("SELECT _id, person FROM Desk", ["1|1"]),
                ("SELECT count(*) FROM Post_labels", ["3"]),
            ]
        ) { $0.reverse() },
    ]

    private static let relationships = [
        MigrationCase(
            "a to-one relationship has a new name",
            [("SELECT _id, author FROM Post ORDER BY _id", ["1|1", "2|1", "3|NULL"])]
        ) {
            $0["Post"][relationship: "writer"].renamingIdentifier = "writer"
            $0["Post"][relationship: "writer"].name = "author"
            $0["Person"][relationship: "posts"].inverse = "author"
        },
        MigrationCase(
            "links have a new name, and keep their order",
            [
                (
                    "SELECT source, destination FROM Post_tags ORDER BY source, position",
                    ["1|2", "1|1", "2|2"]
                )
            ]
        ) {
            $0["Post"][relationship: "labels"].renamingIdentifier = "labels"
            $0["Post"][relationship: "labels"].name = "tags"
        },
        MigrationCase(
            "to one becomes to many, and moves to the other end",
            [("SELECT source, destination FROM Person_posts", ["1|1", "1|2"])]
        ) {
            $0["Post"][relationship: "writer"] = .toMany("writer", "Person", inverse: "posts")
        },
        MigrationCase(
            "to one becomes to many without a way back",
            [("SELECT source, destination FROM Post_writer", ["1|1", "2|1"])]
        ) {
            $0["Post"][relationship: "writer"] = .toMany("writer", "Person", isOrdered: true)
            $0["Person"].declaredRelationships.removeFirst()
        },
        MigrationCase(
            "the way back of links gets an order",
            [
                (
                    "SELECT source, destination, inverse_position FROM Post_labels ORDER BY 1, position",
                    ["1|2|NULL", "1|1|NULL", "2|2|NULL"]
                )
            ]
        ) { $0["Label"][relationship: "posts"].isOrdered = true },
        MigrationCase(
            "links lose their order, and the other end gets one", needsInferred: true,
            [("SELECT source, destination FROM Label_posts ORDER BY 1, 2", ["1|1", "2|1", "2|2"])]
        ) {
            $0["Label"][relationship: "posts"].isOrdered = true
            $0["Post"][relationship: "labels"].isOrdered = false
        },
        MigrationCase(
            "a pair of to-one relationships moves to the other end",
            [("SELECT _id, person FROM Desk", ["1|1"])]
        ) { $0.swapAt(0, 1) },
        MigrationCase(
            "a relationship is gone", needsInferred: true,
            [
                ("SELECT count(*) FROM sqlite_schema WHERE name LIKE 'Post_labels%'", ["0"]),
                ("SELECT count(*) FROM Label", ["2"]),
            ]
        ) {
            $0["Post"].declaredRelationships.removeLast()
            $0["Label"].declaredRelationships = []
        },
        MigrationCase(
            "to many becomes to one where no object has several",
            [("SELECT _id, posts FROM Label ORDER BY _id", ["1|1", "2|NULL"])],
            prepare: { fixture in
                try fixture.commit {
                    $0.links = [
                        try fixture.links(
                            "Post", "labels",
                            removed: [1, 2].map { StoredLink(source: $0, destination: 2) })
                    ]
                }
            }
        ) {
            $0["Label"][relationship: "posts"] = .toOne("posts", "Post", inverse: "labels")
        },
    ]
}
