import ConnectionEvaluation
import EntityMapper
import Foundation
import MercatorPayload
import ObjectGraph
import ObjectGraphSQLite
import TestSupport
import Testing

@Suite("Connections are complete")
struct ConnectionCompletenessTests {
    private let room: Newsroom

    init() throws {
        room = try Newsroom()
    }

    private func operation(_ page: Newsroom.Page) throws -> MappingOperation {
        MappingOperation(try #require(room.plans[page]))
    }

    @discardableResult
    private func load(
        _ page: Newsroom.Page, _ json: String, _ bench: Workbench
    ) throws -> MappingResult {
        try operation(page).run(Array(json.utf8), in: bench.container)
    }

    private func article(_ bench: Workbench, _ path: String) throws -> [String] {
        try bench.lines("Article", path)
    }

    @Test(arguments: StoreKind.allCases)
    func `the last save connects objects that another load saved in between`(kind: StoreKind) throws
    {
        // F3
        let bench = try Workbench(kind, room.model)
        let article = try operation(.article)
        let result = try bench.container.perform { context in
            let result = try article.run(
                PayloadDocument(parsing: #"{"slug":"a1","author":1,"tags":[7]}"#), in: context)
            try load(.person, #"{"slug":"p1","id":1}"#, bench)
            try load(.tag, #"{"id":7}"#, bench)
            try context.save()
            return result
        }
        #expect(result.unresolved.count == 2)
        #expect(try self.article(bench, "author.slug") == [#"["p1"]"#])
        #expect(try self.article(bench, "tags.tagID") == ["[7]"])
        #expect(try bench.container.openConnections().isEmpty)
    }

    @Test(arguments: StoreKind.allCases)
    func `a program's save counts as one that came in between`(kind: StoreKind) throws {
        let bench = try Workbench(kind, room.model)
        let article = try operation(.article)
        try bench.container.perform { context in
            _ = try article.run(
                PayloadDocument(parsing: #"{"slug":"a1","author":1}"#), in: context)
            try bench.insert("Person", ["slug": "p1", "personID": 1])
            try context.save()
        }
        #expect(try self.article(bench, "author.slug") == [#"["p1"]"#])
    }

    @Test(arguments: StoreKind.allCases)
    func `an object that two loads give to different ones ends with one`(kind: StoreKind) throws {
        // Persons store the one-to-one relationship, so the loads write different rows.
        let bench = try Workbench(kind, room.model)
        try load(.person, #"{"slug":"p1","id":1}"#, bench)
        try load(.badge, #"{"id":7,"holder":2}"#, bench)
        let badge = try operation(.badge)
        try bench.container.perform { context in
            _ = try badge.run(#"{"id":7,"holder":1}"#, in: context)
            try load(.person, #"{"slug":"p2","id":2}"#, bench)
            try context.save()
        }
        #expect(try bench.lines("Badge", "person.slug") == [#"["p1"]"#])
        #expect(try bench.lines("Person", "badge.badgeID") == ["[7]", "[]"])
    }

    @Test(arguments: StoreKind.allCases)
    func `loads in tasks leave nothing open`(kind: StoreKind) async throws {
        // F3, in parallel
        let bench = try Workbench(kind, room.model)
        for round in 0..<4 {
            let numbers = (1...40).map { $0 + round * 40 }
            let articles = numbers.map {
                #"{"slug":"a\#($0)","author":\#($0),"section":\#($0),"tags":[\#($0),\#(numbers[0])]}"#
            }
            let pages: [(Newsroom.Page, [String])] = [
                (.article, Array(articles.prefix(20))), (.article, Array(articles.suffix(20))),
                (.person, numbers.map { #"{"slug":"p\#($0)","id":\#($0)}"# }),
                (
                    .section,
                    numbers.map { #"{"slug":"s\#($0)","id":\#($0),"editor":\#($0),"title":"t"}"# }
                ),
                (.tag, numbers.map { #"{"id":\#($0)}"# }),
                (.badge, numbers.map { #"{"id":\#($0),"holder":\#($0)}"# }),
            ]
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (page, records) in pages {
                    let operation = try operation(page)
                    let document = try PayloadDocument(
                        parsing: Array("[\(records.joined(separator: ","))]".utf8))
                    group.addTask {
                        _ = try await operation.runInBackground(document, in: bench.container)
                    }
                }
                try await group.waitForAll()
            }
            #expect(try room.faults(in: bench.container) == [], "round \(round)")
            #expect(try bench.container.openConnections() == [])
        }
    }

    @Test func `a load alone costs no statement more`() throws {
        let log = Log()
        let bench = try Workbench(.sqlite, room.model, trace: { log.add($0) })
        try load(.person, #"{"slug":"p1","id":1}"#, bench)
        try load(.article, #"{"slug":"a1","author":1}"#, bench)
        let before = log.lines.count
        try load(.article, #"{"slug":"a1","author":2}"#, bench)
        let alone = log.lines[before...]
        #expect(alone.count { $0.hasPrefix("BEGIN") } == 2)
        #expect(!alone.contains { $0.contains("check:") && !$0.hasPrefix("SELECT") })
    }

    @Test(arguments: StoreKind.allCases)
    func `a mark that a process has left is honoured by the next load`(kind: StoreKind) throws {
        let bench = try Workbench(kind, room.model)
        try load(.person, #"{"slug":"p0","id":9}"#, bench)
        try load(.article, #"{"slug":"a0","author":9}"#, bench)
        // A commit whose process ends before its check has the follow-up work, which is never run.
        let context = ManagedObjectContext(
            model: bench.container.model, backend: bench.container.backend)
        _ = try operation(.article).run(
            PayloadDocument(parsing: #"{"slug":"a1","author":1}"#), in: context)
        try load(.person, #"{"slug":"p1","id":1}"#, bench)
        let changes = context.changeSet()
        changes.followUps.forEach { $0.prepare(changes) }
        context.closeReader()
        try bench.container.backend.commit(changes)
        #expect(try article(bench, "author.slug") == [#"["p0"]"#, "[]"])
        #expect(try marks(bench) == 1)
        try load(.tag, #"{"id":1}"#, bench)
        #expect(try article(bench, "author.slug") == [#"["p0"]"#, #"["p1"]"#])
        #expect(try marks(bench) == 0)
    }

    private func marks(_ bench: Workbench) throws -> Int {
        try bench.container.backend.makeReader().registeredConnections().marks.count
    }

    @Test(arguments: StoreKind.allCases)
    func `key paths follow what was inserted and deleted in one load`(kind: StoreKind) throws {
        // F1
        let bench = try Workbench(kind, room.model)
        try load(.person, #"{"slug":"p5","id":5}"#, bench)
        try load(.section, #"{"slug":"s0","id":9,"title":"t"}"#, bench)
        try load(.article, #"{"slug":"a1","section":3}"#, bench)
        try load(.section, #"{"slug":"s3","id":3,"editor":5,"title":"t","gone":true}"#, bench)
        #expect(try article(bench, "sectionEditor.slug") == ["[]"])
        try load(.section, #"{"slug":"s3","id":3,"editor":5}"#, bench)
        #expect(try article(bench, "sectionEditor.slug") == ["[]"])
    }

    @Test(arguments: StoreKind.allCases, [false, true])
    func `an operation puts right what a program has left`(
        kind: StoreKind, inContext: Bool
    ) throws {
        // F2, F4
        let bench = try Workbench(kind, room.model)
        try load(.person, #"[{"slug":"p1","id":1},{"slug":"p2","id":2}]"#, bench)
        try load(.section, #"{"slug":"s3","id":3,"editor":1,"title":"t"}"#, bench)
        try load(.article, #"{"slug":"a1","section":3,"author":1}"#, bench)
        try bench.container.perform { context in
            for section in try context.fetch(FetchRequest("Section")) { context.delete(section) }
            try context.fetch(FetchRequest("Article")).first?["authorID"] = 2
            try context.save()
        }
        func run() throws -> ConnectionOperation.Result {
            guard inContext else { return try ConnectionOperation().run(in: bench.container) }
            return try bench.container.perform { context in
                let result = try ConnectionOperation().run(in: context)
                try context.save()
                return result
            }
        }
        let first = try run()
        #expect(first.connected == 1)
        // The article's section editor and contacts, and the first author's editors.
        #expect(first.cleared == 3)
        #expect(try article(bench, "author.slug") == [#"["p2"]"#])
        #expect(try article(bench, "sectionEditor.slug") == ["[]"])
        let second = try run()
        #expect(second.connected == 0 && second.cleared == 0)
    }

    @Test(arguments: StoreKind.allCases)
    func `the newest of several claims wins, and keeps its place`(kind: StoreKind) throws {
        // F5
        let bench = try Workbench(kind, room.model)
        try load(.person, #"{"slug":"p1","id":1}"#, bench)
        let page = #"[{"id":10,"holder":1},{"id":11,"holder":1}]"#
        #expect(try load(.badge, page, bench).total.connected == 1)
        #expect(try bench.lines("Person", "badge.badgeID") == ["[11]"])
        #expect(try load(.badge, page, bench).total.connected == 0)
        for _ in 0..<2 {
            #expect(try ConnectionOperation().run(in: bench.container).connected == 0)
        }
        try load(.badge, #"{"id":11,"holder":2}"#, bench)
        #expect(try bench.lines("Person", "badge.badgeID") == ["[10]"])
    }

    @Test(arguments: StoreKind.allCases)
    func `a predicate through a relationship is followed`(kind: StoreKind) throws {
        // F6
        let bench = try Workbench(kind, room.model)
        try load(.tag, #"{"id":1}"#, bench)
        try load(.article, #"{"slug":"a1","section":3,"headline":1}"#, bench)
        #expect(try article(bench, "headline.tagID") == ["[]"])
        try load(.section, #"{"slug":"s3","id":3,"open":true,"title":"t"}"#, bench)
        #expect(try article(bench, "headline.tagID") == ["[1]"])
    }

    @Test func `the plan refuses what can never come to rest`() throws {
        // F6, F7, notes 5 and 6
        func problems(_ connection: ConnectionDescription) throws -> [String] {
            var mapping = EntityMapping(
                forEntityNamed: connection.entity, in: room.model, infersIdentification: false)
            mapping.addAttributeMapping(from: "slug", to: "slug")
            mapping.addConnection(connection)
            let error: MappingPlanError? = caught {
                _ = try MappingPlan(
                    MappingSet([mapping], roots: [.root: mapping.name]), for: room.model)
            }
            return error?.problems.map(\.message) ?? []
        }
        let own = try problems(
            ConnectionDescription(
                entity: "Article", relationship: "author", connectedBy: ["authorID": "personID"],
                sourcePredicate: .attribute("author.slug") == "p1"))
        #expect(own.first?.contains("the predicate leads through 'author' itself") == true)
        let mutual = try problems(
            ConnectionDescription(
                entity: "Person", relationship: "friends", keyPath: "articles.author"))
        #expect(mutual.first?.contains("the relationship is its own inverse") == true)
        let array = try problems(
            ConnectionDescription(
                entity: "Article", relationship: "headline", connectedBy: ["tagIDs": "tagID"]))
        #expect(
            array.first?.contains("'tagIDs' is an array, and the relationship leads to one") == true
        )
        let nameless = try problems(
            ConnectionDescription(
                entity: "Article", relationship: "", connectedBy: ["authorID": "personID"]))
        #expect(
            nameless == [
                "the connection of '': the name is empty; expected the relationship of Article to connect"
            ])
    }

    struct Elements: Sendable, CustomTestStringConvertible {
        let type: AttributeType
        let key: Value
        let elements: Value
        var testDescription: String { "\(type)" }
    }

    static let elements: [Elements] = [
        Elements(type: .integer64, key: 4, elements: [1.5, "4"]),
        Elements(type: .integer16, key: 4, elements: [4.0, 99_999]),
        Elements(type: .string, key: "4", elements: [4]),
        Elements(type: .double, key: 0.5, elements: ["0.5", "x"]),
        Elements(type: .decimal, key: Value(storedDecimal: "0.5") ?? .null, elements: [0.5]),
        Elements(type: .decimal, key: Value(storedDecimal: "1") ?? .null, elements: [1]),
        Elements(
            type: .uuid,
            key: Value(storedUUID: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F") ?? .null,
            elements: ["e621e1f8-c36c-495a-93fc-0c247a3e6e5f"]),
        Elements(
            type: .date,
            key: Timestamp(iso8601: Array("2014-08-31T00:29:15Z".utf8)).map(Value.date) ?? .null,
            elements: ["2014-08-31T02:29:15+02:00"]),
        Elements(type: .data, key: .data([1, 2]), elements: ["AQI="]),
        Elements(type: .boolean, key: true, elements: [1]),
    ]

    @Test(arguments: StoreKind.allCases, elements)
    func `elements of arrays are converted as scalars are`(
        kind: StoreKind, elements: Elements
    ) throws {
        // F8, F9
        let model = try ManagedObjectModel([
            EntityDescription(
                "Album", attributes: [.init("id", .integer64), .init("keys", .array)],
                relationships: [.toMany("photos", "Photo")]),
            EntityDescription("Photo", attributes: [.init("key", elements.type)]),
        ])
        var album = try model.mapping("Album", identifiedBy: ["id"], ["id": "id"])
        album.addConnection(for: "photos", connectedBy: ["keys": "key"])
        let bench = try Workbench(kind, model)
        try bench.insert("Photo", ["key": elements.key])
        try bench.insert("Album", ["id": 1, "keys": elements.elements])
        try bench.insert("Album", ["id": 2, "keys": [.null, elements.key.element]])
        try bench.load(#"[{"id":1},{"id":2}]"#, album)
        let inLoad = try bench.lines("Album", "photos.key")
        #expect(inLoad.allSatisfy { $0 != "[]" })
        #expect(try ConnectionOperation().run(in: bench.container).connected == 0)
        try bench.container.perform { context in
            for album in try context.fetch(FetchRequest("Album")) { album[toMany: "photos"] = [] }
            try context.save()
        }
        #expect(try ConnectionOperation().run(in: bench.container).connected == 2)
        #expect(try bench.lines("Album", "photos.key") == inLoad)
    }

    @Test(arguments: StoreKind.allCases)
    func `the first plan with a connection connects what is there already`(kind: StoreKind) throws {
        // Note 3
        let bench = try Workbench(kind, room.model)
        try bench.insert("Person", ["slug": "p1", "personID": 1])
        try bench.insert("Article", ["slug": "a1", "authorID": 1])
        try load(.article, #"{"slug":"a2"}"#, bench)
        #expect(try article(bench, "author.slug") == [#"["p1"]"#, "[]"])
    }

    @Test(arguments: StoreKind.allCases)
    func `a connection can be taken out of a store`(kind: StoreKind) throws {
        let bench = try Workbench(kind, room.model)
        try load(.badge, #"{"id":1,"holder":1}"#, bench)
        let container = bench.container
        #expect(
            try container.openConnections().map(\.description) == [
                "Badge.person: 1 foreign key waits for 1 object that is not here yet"
            ])
        // Another one is registered.
        #expect(try !container.removeConnection(for: "other", of: "Badge"))
        #expect(try !container.removeConnection(for: "person", of: "Person"))
        #expect(try container.removeConnection(for: "person", of: "Badge"))
        #expect(try !container.removeConnection(for: "person", of: "Badge"))
        #expect(try container.registeredConnections().isEmpty)
        try load(.person, #"{"slug":"p1","id":1}"#, bench)
        #expect(try bench.lines("Badge", "person.slug") == ["[]"])
        try load(.badge, #"{"id":1,"holder":1}"#, bench)
        #expect(try container.registeredConnections().count == 3)
        #expect(try bench.lines("Badge", "person.slug") == [#"["p1"]"#])
    }
}
