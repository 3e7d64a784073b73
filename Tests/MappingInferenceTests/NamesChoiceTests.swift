import MappingInference
import MercatorPayload
import Testing

@Suite("Names: entities, attributes, relationships and clashes")
struct NamesChoiceTests {
    @Test("names of Swift and of the schema are not names of entities")
    func reserved() {
        #expect(EntityName.of(key: "data") == "DataEntity")
        #expect(EntityName.of(key: "strings") == "StringEntity")
        #expect(EntityName.of(key: "Dates") == "DateEntity")
        #expect(EntityName.of(key: "entities") == "EntityEntity")
        #expect(EntityName.of(key: "sqlite_master") == "SqliteMaster")
        #expect(EntityName.admissible("sqlite_x") == "_sqlite_x")
        #expect(EntityName.admissible("Mercator_store") == "_Mercator_store")
        for key in ["task", "types", "characters", "sets", "errors"] {
            #expect(!EntityName.of(key: key).hasSuffix("Entity"), "\(key)")
        }
    }

    @Test("names that differ in case alone are told apart")
    func caseAlone() {
        var table = NameTable()
        let claims = ["Item", "item"].map {
            NameTable.Claim(key: $0, proposals: [EntityName.of(key: $0)])
        }
        #expect(table.claim(claims) == ["Item", "Item2"])
        var reversed = NameTable()
        #expect(reversed.claim(claims.reversed()) == ["Item2", "Item"])
    }

    @Test("keywords stay")
    func keywords() {
        let keys = ["class", "init", "self", "Type", "default", "import"]
        let names = ["class", "init", "self", "type", "default", "import"]
        #expect(keys.map { AttributeName.of(path: [$0]) } == names)
    }

    @Test("empty keys, dots, emoji and signs")
    func oddKeys() {
        let keys = ["", ".", "a.b", "@id", "+", "😀", "日本"]
        var table = NameTable()
        let names = table.claim(
            keys.map { .init(key: $0, proposals: [AttributeName.of(path: [$0])]) })
        #expect(names == ["field1", "field3", "aB", "id", "field2", "field4", "日本"])
        let paths = keys.map { PathText.text([$0]) }
        #expect(paths == ["\"\"", "\\.", "a\\.b", "\\@id", "+", "😀", "日本"])
        for (key, text) in zip(keys, paths) {
            #expect((try? PayloadPath(text))?.components.map(\.key) == [key])
        }
    }

    @Test("two keys of 1 024 bytes that differ in the last one")
    func longKeys() {
        let keys = ["a", "b"].map { String(repeating: "x", count: 1023) + $0 }
        let names = keys.map { AttributeName.of(path: [$0]) }
        #expect(names[0] != names[1])
        #expect(names.allSatisfy { $0.count == 60 })
        #expect(names[0] == String(repeating: "x", count: 54) + "e8a30f")
        #expect(EntityName.of(key: keys[0]).count == 60)
        #expect(RelationshipName.of(path: [keys[0]], isToMany: true).count == 60)
    }

    @Test("Flattened paths, identities and relationships")
    func properties() {
        #expect(AttributeName.of(path: ["address", "city"]) == "addressCity")
        #expect(AttributeName.of(path: ["address", "geo", "lat"]) == "addressGeoLat")
        #expect(AttributeName.identity(key: "id", entity: "Article") == "articleID")
        #expect(AttributeName.identity(key: "_id", entity: "CheckRun") == "checkRunID")
        #expect(AttributeName.identity(key: "AlbumId", entity: "Album") == "albumID")
        #expect(AttributeName.identity(key: "node_id", entity: "Repo") == "nodeID")
        #expect(RelationshipName.of(path: ["tagIds"], isToMany: true) == "tags")
        #expect(RelationshipName.of(path: ["user_id"], isToMany: false) == "user")
        #expect(RelationshipName.of(path: ["customer_ref"], isToMany: false) == "customer")
        #expect(RelationshipName.of(path: ["next_evolution"], isToMany: true) == "nextEvolutions")
        #expect(RelationshipName.of(path: ["head", "repo"], isToMany: false) == "headRepo")
        #expect(RelationshipName.of(path: ["usersById"], isToMany: true) == "users")
        #expect(RelationshipName.of(path: ["id"], isToMany: false) == "id")
        #expect(RelationshipName.of(path: ["😀"], isToMany: true) == "field1")
    }

    @Test("inverses are nouns of the owner, or opposites within one entity")
    func inverses() {
        func inverse(
            _ owner: String, _ name: String, many: Bool = true, clash: Bool = false,
            same: Bool = false
        ) -> String {
            RelationshipName.inverse(
                owner: owner, relationship: name, isToMany: many, clashes: clash, isSelf: same)
        }
        #expect(inverse("Status", "user") == "statuses")
        #expect(inverse("Person", "user", many: false) == "person")
        #expect(inverse("Issue", "assignee", clash: true) == "issuesAsAssignee")
        #expect(inverse("Category", "parent", same: true) == "children")
        #expect(inverse("Category", "parentCategory", same: true) == "children")
        #expect(inverse("Comment", "parent") == "comments")
        #expect(inverse("Node", "children", many: false, same: true) == "parent")
        #expect(inverse("Employee", "reportsTo", same: true) == "reports")
        #expect(inverse("Status", "inReplyToStatus", same: true) == "replies")
        #expect(inverse("Country", "borders", same: true) == "countries")
    }

    @Test("A clash gives the second one its path, then a number")
    func clashes() {
        var table = NameTable(taken: ["Taken"])
        let claims = [
            NameTable.Claim(key: "b", proposals: ["user", "bUser"]),
            NameTable.Claim(key: "a", proposals: ["user", "aUser"]),
            NameTable.Claim(key: "c", proposals: ["User"]),
            NameTable.Claim(key: "d", proposals: ["line1"]),
            NameTable.Claim(key: "e", proposals: ["Line1"]),
            NameTable.Claim(key: "f", proposals: ["taken"]),
            // The best name of another claim is not given away to a loser.
            NameTable.Claim(key: "z", proposals: ["bUser"]),
        ]
        let names = ["bUser2", "user", "User2", "line1", "Line1_2", "taken2", "bUser"]
        #expect(table.claim(claims) == names)
        let long = String(repeating: "y", count: 60)
        let shortened = table.claim(key: "h", proposals: [long + "List"])
        #expect(shortened.count == 60 && shortened.hasPrefix(String(long.prefix(54))))
        #expect(!table.isFree("USER"))
        #expect(table.claim(key: "g", proposals: ["user"]) == "user3")
    }
}
