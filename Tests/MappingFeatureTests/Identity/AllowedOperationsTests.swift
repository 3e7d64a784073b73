import EntityMapper
import MappingDiagnostics
import MercatorPayload
import ObjectGraph
import OrphanDetection
import Testing

/// Loads that may insert, update or delete, in any combination.
///
/// Rows that begin with a number are those of Sync.
@Suite("Operations that are left out")
struct AllowedOperationsTests {
    struct User: Entity {
        let id = Attribute<Int64>("id")
        let email = Attribute<String?>("email")
        let isGone = Attribute<Bool?>("isGone")
        let messages = ToMany<Message>("messages", deleteRule: .cascade)
        let groups = ToMany<Message>("groups")
        let best = ToOne<Message>("best")
        let bossID = Attribute<Int64?>("bossID")
        let boss = ToOne<User>("boss")
    }

    struct Message: Entity {
        let id = Attribute<Int64>("id")
        let text = Attribute<String?>("text")
        let user = ToOne<User>("user", inverse: \.messages)
        let users = ToMany<User>("users", inverse: \.groups)
    }

    private let model: ManagedObjectModel

    init() throws {
        model = try ManagedObjectModel(User.self, Message.self)
    }

    private func mappings(
        _ users: AllowedOperations = .all, messages: AllowedOperations? = nil,
        policy: AssignmentPolicy = .replace, _ change: (inout EntityMapping) -> Void = { _ in }
    ) -> MappingSet {
        var user = EntityMapping(for: User.self)
        user.addAttributeMappings([
            "id": "id", "email": "email", "gone": "isGone", "boss_id": "bossID",
        ])
        user.addConnection(for: "boss", connectedBy: ["bossID": "id"])
        user.allowedOperations = users
        for (name, policy) in [("messages", policy), ("groups", .set), ("best", policy)] {
            user.addRelationshipMapping(
                RelationshipMapping(
                    from: PayloadPath([.key(name)]), to: name, using: "Message",
                    assignmentPolicy: policy, allowedOperations: messages))
        }
        change(&user)
        var message = EntityMapping(for: Message.self)
        message.addAttributeMappings(["id": "id", "text": "text"])
        return MappingSet([user, message], roots: [.root: "User"])
    }

    private func bench(_ kind: StoreKind, _ json: String) throws -> Workbench {
        let bench = try Workbench(kind, model)
        try bench.load(json, mappings()).requireNoIssues()
        return bench
    }

    private let usersA = """
        [{"id": 0, "email": "melisawhite@ovium.com"}, {"id": 1, "email": "one@ovium.com"}]
        """
    private let usersB = """
        [{"id": 0, "email": "updated@ovium.com"}, {"id": 6, "email": "six@ovium.com"}]
        """

    /// Loads users, and deletes those that are absent from the payload as Sync does.
    private func sync(_ bench: Workbench, _ operations: AllowedOperations) throws -> MappingResult {
        var operation = MappingOperation(try MappingPlan(mappings(operations), for: model))
        operation.orphanDeletion = OrphanDeletion(of: [FetchRequest("User")], limit: .unlimited)
        let document = try PayloadDocument(parsing: usersB)
        let dryRun = try operation.dryRun(document, in: bench.container)
        let result = try operation.run(document, in: bench.container)
        #expect(dryRun.result.counts == result.counts)
        #expect(
            dryRun.changes.isEmpty
                == (result.total.inserted + result.total.updated
                    + result.total.deleted == 0))
        return result
    }

    struct RootRow: Sendable {
        let allowed: AllowedOperations
        let left: [Int64]
        let email: String
        /// The counts of inserted, updated, deleted and disallowed objects.
        let counts: [Int]
    }

    static let rootRows: [RootRow] = [
        RootRow(allowed: .insert, left: [0, 1, 6], email: "melisawhite", counts: [1, 0, 0, 2]),
        RootRow(allowed: .update, left: [0, 1], email: "updated", counts: [0, 1, 0, 2]),
        RootRow(allowed: .delete, left: [0], email: "melisawhite", counts: [0, 0, 1, 2]),
        RootRow(
            allowed: [.insert, .update], left: [0, 1, 6], email: "updated", counts: [1, 1, 0, 1]),
        RootRow(
            allowed: [.insert, .delete], left: [0, 6], email: "melisawhite", counts: [1, 0, 1, 1]),
        RootRow(allowed: [.update, .delete], left: [0], email: "updated", counts: [0, 1, 1, 1]),
        RootRow(allowed: .all, left: [0, 6], email: "updated", counts: [1, 1, 1, 0]),
        RootRow(allowed: [], left: [0, 1], email: "melisawhite", counts: [0, 0, 0, 3]),
    ]

    @Test("users by every combination", arguments: StoreKind.allCases, rootRows)
    func roots(kind: StoreKind, row: RootRow) throws {
        let bench = try bench(kind, usersA)
        let result = try sync(bench, row.allowed)
        try result.requireNoIssues()
        #expect(try bench.lines("User", "id") == row.left.map { "\($0)" })
        #expect(try bench.lines("User", "email")[0] == "\"\(row.email)@ovium.com\"")
        let total = result.total
        #expect([total.inserted, total.updated, total.deleted, total.disallowed] == row.counts)
        // Loading the same payload again changes nothing.
        let again = try sync(bench, row.allowed).total
        #expect([again.inserted, again.updated, again.deleted] == [0, 0, 0])
    }

    @Test(
        "422: relationships",
        arguments: StoreKind.allCases, ["messages", "groups"])
    func relationships(kind: StoreKind, name: String) throws {
        let one = #"[{"id": 1, "\#(name)": [{"id": 101, "text": "101"}]}]"#
        let two = """
            [{"id": 1, "\(name)": [{"id": 102, "text": "102"}, {"id": 101, "text": "new"}]}]
            """
        let inserting = try bench(kind, one)
        try inserting.load(two, mappings(messages: .insert)).requireNoIssues()
        #expect(try inserting.lines("Message", "id", "text") == [#"101 | "101""#, #"102 | "102""#])
        #expect(try inserting.lines("User", "\(name).id") == ["[101,102]"])
        let updating = try bench(kind, one)
        try updating.load(two, mappings(messages: .update)).requireNoIssues()
        #expect(try updating.lines("Message", "id", "text") == [#"101 | "new""#])
        #expect(try updating.lines("User", "\(name).id") == ["[101]"])
        let deleting = try bench(
            kind,
            """
            [{"id": 1, "\(name)": [{"id": 101, "text": "101"}, {"id": 102, "text": "102"}]}]
            """)
        let result = try deleting.load(
            #"[{"id": 1, "\#(name)": [{"id": 102, "text": "new"}, {"id": 103, "text": "103"}]}]"#,
            mappings(messages: .delete))
        let left = try deleting.lines("Message", "id", "text")
        // A destination of a one-to-many relationship with `.replace` is deleted; one of a
        // many-to-many relationship with `.set` is removed.
        #expect(left == (name == "messages" ? [] : [#"101 | "101""#]) + [#"102 | "102""#])
        #expect(try deleting.lines("User", "\(name).id") == ["[102]"])
        #expect(result.counts["Message"]?.disallowed == 2)
    }

    @Test(arguments: StoreKind.allCases)
    func `replace without deletion is set, and counts what stays`(kind: StoreKind) throws {
        let bench = try bench(kind, #"[{"id": 1, "messages": [{"id": 5}], "best": {"id": 6}}]"#)
        let result = try bench.load(
            #"[{"id": 1, "messages": [{"id": 7}], "best": null}]"#,
            mappings(messages: [.insert, .update]))
        #expect(try bench.lines("User", "messages.id", "best.id") == ["[7] | []"])
        #expect(try bench.lines("Message", "id") == ["5", "6", "7"])
        #expect(result.counts["Message"]?.deleted == 0)
        #expect(result.counts["Message"]?.disallowed == 2)
    }

    @Test(arguments: StoreKind.allCases)
    func `a to-one relationship does not keep what is no longer said`(kind: StoreKind) throws {
        let bench = try bench(kind, #"[{"id": 1, "best": {"id": 6}}]"#)
        let result = try bench.load(
            #"[{"id": 1, "best": {"id": 8}}]"#, mappings(messages: .update, policy: .set))
        #expect(try bench.lines("User", "best.id") == ["[]"])
        #expect(try bench.lines("Message", "id") == ["6"])
        #expect(result.counts["Message"]?.disallowed == 1)
    }

    @Test(arguments: StoreKind.allCases)
    func `what is nested in a record that is left out is left out`(kind: StoreKind) throws {
        let bench = try bench(kind, #"[{"id": 1, "messages": [{"id": 5, "text": "a"}]}]"#)
        let json = """
            [{"id": 1, "messages": [{"id": 5, "text": "b"}, {"id": 6}], "best": {"id": 7}},
             {"id": 2, "messages": [{"id": 8}]}]
            """
        let result = try bench.load(json, mappings(.insert))
        #expect(try bench.lines("User", "id", "messages.id") == ["1 | [5]", "2 | [8]"])
        #expect(try bench.lines("Message", "id", "text") == [#"5 | "a""#, "8 | nil"])
        #expect(result.counts["User"]?.disallowed == 1)
        #expect(result.counts["Message"]?.disallowed == 3)
        #expect(result.counts["User"]?.unchanged == 1)
        #expect(result.total.failed == 0)
        #expect(result.array.count == 2)
    }

    @Test(arguments: StoreKind.allCases)
    func `the store before the load decides, not the order of records`(kind: StoreKind) throws {
        let twice = #"[{"id": 1, "email": "a"}, {"id": 1, "email": "b"}]"#
        let inserting = try Workbench(kind, model)
        try inserting.load(twice, mappings(.insert))
        #expect(try inserting.lines("User", "email") == [#""b""#])
        let updating = try Workbench(kind, model)
        #expect(try updating.load(twice, mappings(.update)).total.disallowed == 2)
        #expect(try updating.lines("User", "email") == [])
    }

    @Test(arguments: StoreKind.allCases)
    func `connections are not made or cleared for what is left out`(kind: StoreKind) throws {
        let bench = try bench(kind, #"[{"id": 1, "boss_id": 2}, {"id": 2}, {"id": 3}]"#)
        let json = #"[{"id": 1, "boss_id": 3}, {"id": 4, "boss_id": 9}, {"id": 3, "boss_id": 2}]"#
        let result = try bench.load(json, mappings([.delete]))
        #expect(try bench.lines("User", "id", "boss.id") == ["1 | [2]", "2 | []", "3 | []"])
        #expect(result.unresolved == [])
        #expect(result.total.connected == 0)
    }

    @Test(arguments: StoreKind.allCases)
    func `tombstones are heeded where deleting is allowed`(kind: StoreKind) throws {
        let json = #"[{"id": 1, "gone": true, "email": "b"}, {"id": 2, "gone": false}]"#
        let rows: [(AllowedOperations, left: [String], disallowed: Int)] = [
            (.delete, ["2 | nil | nil"], 2),
            (.update, [#"1 | "b" | true"#, "2 | nil | false"], 1),
            (.insert, [#"1 | "a" | nil"#, "2 | nil | nil"], 2), (.all, ["2 | nil | false"], 0),
        ]
        for (allowed, left, disallowed) in rows {
            let bench = try bench(kind, #"[{"id": 1, "email": "a"}, {"id": 2}]"#)
            let set = mappings(allowed) { $0.deletionPredicate = .attribute("isGone") == true }
            let result = try bench.load(json, set)
            #expect(try bench.lines("User", "id", "email", "isGone") == left, "\(allowed)")
            #expect(result.total.disallowed == disallowed, "\(allowed)")
            #expect(result.total.deleted == 2 - left.count, "\(allowed)")
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `an observer and an explanation tell of it`(kind: StoreKind) throws {
        let bench = try bench(kind, #"[{"id": 1, "messages": [{"id": 5}]}]"#)
        let log = EventLog()
        var operation = MappingOperation(try MappingPlan(mappings(.insert), for: model))
        operation.observer = log
        let document = try PayloadDocument(
            parsing: #"[{"id": 1, "email": "b", "messages": [{"id": 6}]}, {"id": 2}]"#)
        let explanation = try operation.explain(document, in: bench.container)
        #expect(explanation.records.map(\.outcome) == [.disallowed, .disallowed, .inserted])
        #expect(try operation.dryRun(document, in: bench.container).result.total.disallowed == 2)
        _ = try operation.run(document, in: bench.container)
        #expect(log.events.count { $0.kind == .disallowedRecord } == 2)
        #expect(log.events.count { $0.kind == .failedRecord } == 0)
    }
}
