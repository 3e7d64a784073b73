import EntityMapper
import MercatorPayload
import ObjectGraph
import OrphanDetection
import TestSupport
import Testing

/// A row of the catalogue: the contents of the store, the payload, and the remaining objects.
struct OrphanRow: Sendable, CustomTestStringConvertible {
    let id: String
    let model: @Sendable () throws -> ManagedObjectModel
    let mappings: @Sendable (ManagedObjectModel) throws -> MappingSet
    /// The objects inserted in code, by entity.
    var objects: [(entity: String, values: [String: Value])] = []
    /// A payload that is loaded first.
    var existing: String?
    let payload: String
    let scopes: [FetchRequest]
    /// The attributes to read, as in ``Workbench/lines(_:_:)``, and the remaining values.
    let left: [(entity: String, attribute: String, values: [String])]

    var testDescription: String { id }
}

@Suite("The catalogue's orphans", .endsInTime)
struct OrphanCatalogueTests {
    private static func people(
        _ root: PayloadPath, _ attributes: KeyValuePairs<PayloadPath, String>,
        identifiedBy names: [String]? = nil,
        _ change: @escaping @Sendable (inout EntityMapping) -> Void = { _ in }
    ) -> @Sendable (ManagedObjectModel) throws -> MappingSet {
        let attributes = attributes.map { ($0.key, $0.value) }
        return { model in
            let human = try model.mapping("Human", identifiedBy: names) {
                for (path, name) in attributes { $0.addAttributeMapping(from: path, to: name) }
                change(&$0)
            }
            return MappingSet([human], roots: [root: "Human"])
        }
    }

    private static let posts: @Sendable (ManagedObjectModel) throws -> MappingSet = { model in
        let post = try model.mapping("Post", ["title": "title", "body": "body"]) {
            $0.identificationAttributes = ["title"]
            $0.addRelationshipMapping(from: "tags", to: "tags", using: "Tag")
        }
        let tag = try model.mapping("Tag", identifiedBy: ["name"], ["name": "name"])
        return MappingSet([post, tag], roots: ["posts": "Post"])
    }

    private static func household(
        _ root: PayloadPath, _ name: String
    ) -> @Sendable (ManagedObjectModel) throws -> MappingSet {
        { model in
            var set = try Households.mappings(model)
            set.addRoot(root, using: name)
            return set
        }
    }

    private static let one =
        #"{"human": {"name": "Blake", "favorite_cat": {"name": "Asia", "id": 1234}}}"#
    private static let postsPayload =
        #"{"posts": [{"title": "T", "tags": [{"name": "development"}, {"name": "restkit"}]}]}"#
    private static let lists = """
        {"lists": [
          {"name": "First List", "author": {"name": "Blake"}, "entries": [{"name": "First Entry"}]},
          {"name": "Second List", "author": {"name": "Blake"},
           "entries": [{"name": "Second Entry"}]},
          {"name": "Third List", "author": {"name": "Sarah"},
           "entries": [{"name": "Third Entry", "relatedList": {"name": "First List"}}]}]}
        """
    private static let house = """
        {"houses": [{"houseID": 1, "city": "New York City", "owner": {"humanID": 1},
          "occupants": [{"humanID": 2, "landlord": {"humanID": 1}, "roommates": [
            {"humanID": 3, "landlord": {"humanID": 1}, "roommates": [
              {"humanID": 2}, {"humanID": 4}]},
            {"humanID": 4, "name": "Edward", "landlord": {"humanID": 1}, "roommates": [
              {"humanID": 2}, {"humanID": 3}]}]}]}]}
        """
    private static let friends = """
        {"name": "Blake", "id": 1, "friends": [
          {"name": "Sarah", "id": 2, "friends": [{"name": "Monkey", "id": 3}]},
          {"name": "Colin", "id": 4, "friends": [{"id": "3", "name": "Monkey"}]}]}
        """

    static let rows: [OrphanRow] = [
        OrphanRow(
            id: "M22: a union keeps what was there", model: Households.model,
            mappings: household("lists", "List"),
            existing: """
                {"lists": [{"name": "Orphaned List", "author": {"name": "Orphaned Author"}},
                           {"name": "Second List", "entries": [{"name": "Existing Entry"}]}]}
                """,
            payload: lists,
            scopes: [FetchRequest("List"), FetchRequest("Author"), FetchRequest("Entry")],
            left: [
                ("List", "name", ["First List", "Second List", "Third List"]),
                ("Author", "name", ["Blake", "Sarah"]),
                (
                    "Entry", "name",
                    ["Existing Entry", "First Entry", "Second Entry", "Third Entry"]
                ),
            ]),
        OrphanRow(
            id: "M23", model: People.model,
            mappings: people("human", ["name": "name"], identifiedBy: ["name"]),
            objects: [("Human", ["name": "unrelated"])], payload: one,
            scopes: [FetchRequest("Human")], left: [("Human", "name", ["Blake"])]),
        OrphanRow(
            id: "M25", model: People.model, mappings: posts,
            objects: [("Tag", ["name": "orphaned"])], payload: postsPayload,
            scopes: [FetchRequest("Tag")], left: [("Tag", "name", ["development", "restkit"])]),
        OrphanRow(
            id: "M26: a narrower scope", model: People.model, mappings: posts,
            existing: #"{"posts": [{"title": "Other", "tags": [{"name": "kept"}]}]}"#,
            payload: postsPayload,
            scopes: [FetchRequest("Tag", where: PropertyPath.relationship("posts").isNil)],
            left: [("Tag", "name", ["development", "kept", "restkit"])]),
        OrphanRow(
            id: "item 172: the scope is asked for after the mapping", model: People.model,
            mappings: posts,
            existing:
                #"{"posts": [{"title": "T", "tags": [{"name": "restkit"}, {"name": "old"}]}]}"#,
            payload: postsPayload,
            scopes: [FetchRequest("Tag", where: PropertyPath.relationship("posts").isNil)],
            left: [("Tag", "name", ["development", "restkit"])]),
        OrphanRow(
            id: "M29: a mapping that refers to itself", model: People.model,
            mappings: people("human", ["name": "name"], identifiedBy: ["name"]) {
                $0.addRelationshipMapping(from: "friends", to: "friends", using: "Human")
            }, objects: [("Human", ["name": "unrelated"])], payload: one,
            scopes: [FetchRequest("Human")], left: [("Human", "name", ["Blake"])]),
        OrphanRow(
            id: "M31: mappings that refer to each other", model: Households.model,
            mappings: household("houses", "House"),
            objects: [
                ("Human", ["railsID": 5, "name": "Orphan"]),
                ("Human", ["railsID": 4, "name": "Edward"]),
            ], payload: house, scopes: [FetchRequest("Human"), FetchRequest("House")],
            left: [("Human", "railsID", ["1", "2", "3", "4"]), ("House", "railsID", ["1"])]),
        OrphanRow(
            id: "M32: a dynamic mapping", model: People.model,
            mappings: { model in
                let human = try model.mapping(
                    "Human", identifiedBy: ["railsID"], ["id": "railsID", "name": "name"]
                ) { $0.addRelationshipMapping(from: "friends", to: "friends", using: "Human") }
                let parent = try model.mapping("Parent", ["name": "name"]) {
                    $0.addRelationshipMapping(from: "children", to: "children", using: "Child")
                }
                let child = try model.mapping("Child", ["name": "name"])
                let dynamic = DynamicMapping(
                    named: "Any",
                    [
                        .value(at: "invalid", equals: "whatever", use: "Parent"),
                        .value(at: "name", equals: "Blake", use: "Human"),
                    ])
                return MappingSet(
                    [human, parent, child], dynamicMappings: [dynamic], roots: [.root: "Any"])
            }, objects: [("Child", ["name": "orphan"])], payload: friends,
            scopes: [FetchRequest("Human"), FetchRequest("Parent"), FetchRequest("Child")],
            left: [("Human", "name", ["Blake", "Colin", "Monkey", "Sarah"])]),
        OrphanRow(
            id: "M41: a record that is no newer", model: People.model,
            mappings: people(
                "human", ["id": "railsID", "name": "name"], identifiedBy: ["railsID"]
            ) { $0.modificationAttribute = "railsID" },
            objects: [("Human", ["railsID": 1, "name": "old"])],
            payload: #"{"human": {"name": "Blake Watters", "id": 1}}"#,
            scopes: [FetchRequest("Human")], left: [("Human", "name", ["old"])]),
        OrphanRow(
            id: "M43: an empty list", model: People.model,
            mappings: people("human", ["id": "railsID"], identifiedBy: ["railsID"]),
            objects: [("Human", ["railsID": 1])], payload: #"{"human": []}"#,
            scopes: [FetchRequest("Human")], left: [("Human", "railsID", [])]),
        OrphanRow(
            id: "M43: an empty list of what the root path leads through", model: People.model,
            mappings: people("human", ["id": "railsID"], identifiedBy: ["railsID"]),
            objects: [("Human", ["railsID": 1])], payload: "[]",
            scopes: [FetchRequest("Human")], left: [("Human", "railsID", [])]),
        OrphanRow(
            id: "U16: a record that fails", model: People.model,
            mappings: people(.root, ["id": "railsID", "age": "age"], identifiedBy: ["railsID"]),
            objects: [("Human", ["railsID": 1]), ("Human", ["railsID": 2])]
                + [("Human", ["railsID": 3]), ("Human", ["railsID": 4])],
            payload: #"[{"id": 1, "age": 1}, {"id": 2, "age": "old"}, {"id": 3}]"#,
            scopes: [FetchRequest("Human")], left: [("Human", "railsID", ["1", "2", "3"])]),
        OrphanRow(
            id: "U17: an absent relationship", model: People.model, mappings: posts,
            existing: #"{"posts": [{"title": "T", "tags": [{"name": "restkit"}]}]}"#,
            payload: #"{"posts": [{"title": "T", "body": "new"}]}"#,
            scopes: [FetchRequest("Tag")], left: [("Tag", "name", ["restkit"])]),
    ]

    @Test(arguments: StoreKind.allCases, rows)
    func `row of the catalogue`(kind: StoreKind, row: OrphanRow) throws {
        let bench = try Workbench(kind, row.model())
        let mappings = try row.mappings(bench.container.model)
        for object in row.objects { try bench.insert(object.entity, object.values) }
        if let existing = row.existing { try bench.load(existing, mappings) }
        let deletion = OrphanDeletion(of: row.scopes, limit: .unlimited)
        let result = try bench.load(row.payload, mappings, deleting: deletion)
        #expect(result.orphans?.refusals == [])
        for (entity, attribute, values) in row.left {
            let found = try bench.lines(entity, attribute).map {
                $0.replacing("\"", with: "")
            }.sorted()
            #expect(found == values)
        }
        // Nothing is left to delete the second time.
        let again = try bench.load(row.payload, mappings, deleting: deletion)
        #expect(again.total.deleted == 0)
        #expect(again.orphans?.deletions == [])
    }

    @Test(
        arguments: StoreKind.allCases,
        [
            ("M44: no body", "", "PayloadError"), ("M44: a blank", " ", "PayloadError"),
            ("M46: only other things", #"{"name": "Blake"}"#, "MappingError"),
            ("M46: an empty object", "{}", "MappingError"),
        ])
    func `an error deletes nothing`(
        kind: StoreKind, row: (id: String, payload: String, error: String)
    ) throws {
        let bench = try Workbench(kind, People.model())
        let mappings = try Self.people("human", ["id": "railsID"], identifiedBy: ["railsID"])(
            bench.container.model)
        try bench.insert("Human", ["railsID": 1])
        let before = try bench.content()
        let failure = caught((any Error).self) {
            try bench.load(
                row.payload, mappings,
                deleting: OrphanDeletion(of: [FetchRequest("Human")], limit: .unlimited))
        }
        #expect(failure.map { "\(type(of: $0))" } == row.error)
        #expect(try bench.content() == before)
    }
}
