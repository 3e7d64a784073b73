import Mercator
import Testing

@Suite("Coming from Sync")
struct ComingFromSyncTests {
    private let model: ManagedObjectModel
    private let container: PersistentContainer

    init() throws {
        let contents = try Guide("Guides/ComingFromSync.md").texts[0]
        model = try XcodeModel(contents: ["Model": Array(contents.utf8)]).model
        container = try PersistentContainer(model: model, store: InMemoryStore())
    }

    func syncMapping(of entity: EntityDescription) -> EntityMapping {
        func annotation(_ key: String, _ userInfo: [String: Value]) -> String? {
            guard case .string(let text) = userInfo["sync." + key] ?? userInfo["hyper." + key]
            else { return nil }
            return text
        }
        let naming = ServerNaming.standard
        var mapping = EntityMapping(for: entity)
        mapping.acceptsIdentifiers = true
        for attribute in entity.attributes {
            let isMarked = ["YES", "true"].contains(annotation("isPrimaryKey", attribute.userInfo))
            if isMarked || ["id", "remoteID"].contains(attribute.name) {
                mapping.identificationAttributes = [attribute.name]
            }
            let key =
                attribute.name == "remoteID" ? "id" : naming.webKey(forAttribute: attribute.name)
            mapping.addAttributeMapping(
                from: annotation("remoteKey", attribute.userInfo) ?? key, to: attribute.name)
        }
        for relationship in entity.relationships {
            let key = naming.webKey(forAttribute: relationship.name)
            let identifiers = key + (relationship.isToMany ? "_ids" : "_id")
            let custom = annotation("remoteKey", relationship.userInfo)
            for source in custom.map({ [$0] }) ?? [key, identifiers] {
                mapping.addRelationshipMapping(
                    from: source, to: relationship.name, using: relationship.destination)
            }
        }
        return mapping
    }

    @Test func `a function has the conventions of Sync`() throws {
        let payload = #"""
            [
              {"id": 6, "first_name": "Shawn", "type": "admin", "notes": [{"id": 0, "text": "One"}]},
              {"id": 7, "first_name": "Ada", "notes_ids": [1, 2]}
            ]
            """#
        let mappings = MappingSet(model.entities.map(syncMapping(of:)), roots: ["": "User"])
        let operation = MappingOperation(try MappingPlan(mappings, for: model))
        let result = try operation.run(payload, in: container)
        let counts = [result.counts["User"]?.inserted, result.counts["Note"]?.inserted]  // [2, 3]
        try result.requireNoIssues()
        #expect(counts == [2, 3])
        let texts = try container.read { context in
            try context.fetch(FetchRequest("User")).map { user in
                [user["firstName"], user["userType"], .integer(Int64(user[toMany: "notes"].count))]
            }
        }
        #expect(texts == [["Shawn", "admin", 1], ["Ada", .null, 2]])
        try checkDeletions(operation)
    }

    /// Tests the deletion of users that a complete list lacks.
    private func checkDeletions(_ operation: MappingOperation) throws {
        var complete = operation
        complete.orphanDeletion = OrphanDeletion([
            .init(FetchRequest("User", where: .attribute("userType") == nil), limit: .unlimited)
        ])
        let next = try complete.run(#"[{"id": 6, "notes": []}, {"id": 8}]"#, in: container)
        let deleted = next.counts["User"]?.deleted  // 1
        #expect(deleted == 1)
        let users = try container.read { context in
            try context.fetch(FetchRequest("User")).map { $0["remoteID"] }
        }
        #expect(users == [6, 8])
        let notes = try container.read { context in
            try context.fetch(FetchRequest("Note")).map { $0["noteID"] }
        }
        #expect(notes == [0])
    }

    @Test func `a misspelled primary key is found by the plan`() throws {
        var users = try syncMapping(of: #require(model["User"]))
        users.identificationAttributes = ["remoteId"]
        let notes = try syncMapping(of: #require(model["Note"]))
        #expect(throws: MappingPlanError.self) {
            try MappingPlan(MappingSet([users, notes], roots: ["": "User"]), for: model)
        }
    }
}
