import Foundation
import Mercator
import Testing

/// Every API that takes a payload accepts a string, bytes and a document.
@Suite("Doors for payloads")
struct PayloadDoorTests {
    struct Article: Entity {
        let articleID = Attribute<Int64>("articleID")
        let title = Attribute<String?>("title")
    }

    static let text = #"{"articles": [{"articleID": 7, "title": "Seven"}]}"#

    /// An API that maps a payload and returns evidence of the result.
    struct Door: Sendable {
        let name: String
        let isMet: @Sendable (any PayloadConvertible & Sendable) async throws -> Bool

        init<Answer: Equatable & Sendable>(
            _ name: String, gives answer: Answer,
            _ open: @escaping @Sendable (any PayloadConvertible & Sendable) async throws -> Answer
        ) {
            self.name = name
            isMet = { try await open($0) == answer }
        }
    }

    struct Bench {
        let container: PersistentContainer
        let operation: MappingOperation
        let target: ManagedObjectID

        init() throws {
            let model = try ManagedObjectModel(Article.self)
            container = try PersistentContainer(model: model, store: InMemoryStore())
            var articles = EntityMapping(for: Article.self)
            articles.addAttributeMappings(["articleID", "title"])
            let set = MappingSet([articles], roots: ["articles": "Article"])
            operation = MappingOperation(try MappingPlan(set, for: model))
            target = try container.perform { context in
                let article = context.insert(Article.self)
                article.articleID = 7
                try context.save()
                return article.objectID
            }
        }

        func run<Result: Sendable>(
            _ work: @Sendable (ManagedObjectContext) throws -> Result
        ) throws -> Result {
            try container.perform { context in try work(context) }
        }

        static var values: ObjectMapping<String> {
            var titles = ObjectMapping("")
            titles.addAttributeMapping(from: "title", to: \.self)
            return titles
        }

        var responses: ResourceResponses { ResourceResponses(operation) }
    }

    static let doors: [Door] = [
        Door("run", gives: 1) { payload in
            let bench = try Bench()
            return try bench.operation.run(payload, in: bench.container).total.updated
        },
        Door("run into", gives: 1) { payload in
            let bench = try Bench()
            return try bench.operation.run(payload, in: bench.container, into: bench.target)
                .total.updated
        },
        Door("run in a context", gives: 1) { payload in
            let bench = try Bench()
            return try bench.run { try bench.operation.run(payload, in: $0).total.updated }
        },
        Door("run into an object", gives: 1) { payload in
            let bench = try Bench()
            return try bench.run { context in
                let article = try #require(
                    try context.object(Article.self, with: bench.target))
                return try bench.operation.run(payload, in: context, into: article).total.updated
            }
        },
        Door("runInBackground", gives: 1) { payload in
            let bench = try Bench()
            return try await bench.operation.runInBackground(payload, in: bench.container)
                .total.updated
        },
        Door("dryRun", gives: 1) { payload in
            let bench = try Bench()
            return try bench.operation.dryRun(payload, in: bench.container).changes.count(.updated)
        },
        Door("dryRun in a context", gives: 1) { payload in
            let bench = try Bench()
            return try bench.run {
                try bench.operation.dryRun(payload, in: $0).changes.count(.updated)
            }
        },
        Door("explain", gives: 1) { payload in
            let bench = try Bench()
            return try bench.operation.explain(payload, in: bench.container).recordCount
        },
        Door("explain in a context", gives: 1) { payload in
            let bench = try Bench()
            return try bench.run { try bench.operation.explain(payload, in: $0).recordCount }
        },
        Door("importer", gives: 1) { payload in
            let bench = try Bench()
            var importer = ManagedObjectImporter()
            try importer.add(payload, named: "one", using: bench.operation.plan)
            return try importer.run(in: bench.container).total.updated
        },
        Door("orphanPlan", gives: 0) { payload in
            let bench = try Bench()
            var operation = bench.operation
            operation.orphanDeletion = OrphanDeletion(of: [FetchRequest(Article.self)])
            return try operation.orphanPlan(for: payload, in: bench.container).deletions.count
        },
        Door("orphanPlan in a context", gives: 0) { payload in
            let bench = try Bench()
            return try bench.run { context in
                try bench.operation.orphanPlan(for: payload, in: context).scopes.count
            }
        },
        Door("plain values", gives: ["Seven"]) { payload in
            try Bench.values.run(payload, at: "articles").values
        },
        Door("plain values, operation", gives: ["Seven"]) { payload in
            try ObjectMappingOperation(Bench.values).run(payload, at: "articles").values
        },
        Door("plain values, into", gives: "Seven") { payload in
            try Bench.values.map(payload, at: "articles.@first", into: "before")
        },
        Door("plain values, explain", gives: 1) { payload in
            try Bench.values.explain(payload, at: "articles").recordCount
        },
        Door("plain values, errors", gives: true) { payload in
            do {
                try ErrorMessage.mapping(from: "title").throwErrors(in: payload, at: "articles")
                return false
            } catch is ReportedErrors<ErrorMessage> {
                return true
            }
        },
        Door("responses", gives: 1) { payload in
            let bench = try Bench()
            let outcome = try bench.responses.handle(
                .refresh, status: 200, body: payload, for: bench.target, in: bench.container)
            return outcome.result?.total.updated ?? 0
        },
        Door("responses in a context", gives: 1) { payload in
            let bench = try Bench()
            return try bench.run { context in
                let outcome = try bench.responses.handle(
                    .refresh, status: 200, body: payload, for: bench.target, in: context)
                return outcome.result?.total.updated ?? 0
            }
        },
        Door("action", gives: .fail(status: 0)) { payload in
            try ResourceOperation.list.action(forBody: payload)
        },
    ]

    /// The forms in which a program has a payload.
    static let payloads: [(String, any PayloadConvertible & Sendable)] = [
        ("text", text), ("part of a text", text[...]), ("bytes", Array(text.utf8)),
        ("part of bytes", Array(text.utf8)[...]), ("contiguous bytes", ContiguousArray(text.utf8)),
        ("UTF-8 view", text.utf8), ("part of a view", text[...].utf8), ("data", Data(text.utf8)),
    ]

    @Test(arguments: doors.indices)
    func `every door takes every kind of payload`(index: Int) async throws {
        let door = Self.doors[index]
        for (kind, payload) in Self.payloads {
            #expect(try await door.isMet(payload), "\(door.name): \(kind)")
        }
        let document = try PayloadDocument(parsing: Self.text)
        #expect(try await door.isMet(document), "\(door.name): document")
    }

    @Test(arguments: doors.indices)
    func `every door says where a text is no payload`(index: Int) async throws {
        let door = Self.doors[index]
        do {
            _ = try await door.isMet(#"{"articles": ["#)
            Issue.record("\(door.name) took it")
        } catch {
            #expect("\(error)".contains("line 1"), "\(door.name): \(error)")
        }
    }

    @Test func `literals and views need no type`() throws {
        let bench = try Bench()
        let (operation, container) = (bench.operation, bench.container)
        #expect(try operation.run(#"{"articles": []}"#, in: container).array.isEmpty)
        #expect(try operation.run(#"{"articles": []}"#.utf8, in: container).array.isEmpty)
        #expect(try operation.run(Data(#"{"articles": []}"#.utf8), in: container).array.isEmpty)
        #expect(try Bench.values.run("[]").values.isEmpty)
        #expect(try Bench.values.run(AnySequence("[]".utf8)).values.isEmpty)
        #expect(try Bench.values.run("[]", at: .root).values.isEmpty)
    }

    @Test func `a refused response need not be JSON`() throws {
        let bench = try Bench()
        let outcome = try bench.responses.handle(
            .save, status: 500, body: "<html>", for: bench.target, in: bench.container)
        #expect(outcome.action == .fail(status: 500))
    }

    @Test func `a result leads to typed objects in one step`() throws {
        let bench = try Bench()
        let result = try bench.operation.run(Self.text, in: bench.container)
        let titles = try bench.container.perform { context in
            let first = try context.object(Article.self, with: result.first)
            let all = try context.objects(Article.self, with: result.array)
            return [first?.title] + all.map(\.title)
        }
        #expect(titles == ["Seven", "Seven"])
        let none = try bench.container.perform { context in
            try context.object(Article.self, with: nil) == nil
        }
        #expect(none)
    }
}
