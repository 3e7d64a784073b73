import Foundation
import Mercator
import Synchronization
import TestSupport
import Testing

/// Updates and deletions by a condition on every store: what they change.
@Suite("Changing what a condition matches", .endsInTime)
struct SetChangeTests {
    struct Story: Entity {
        let number = Attribute<Int>()
        let title = Attribute<String>()
        let views = Attribute<Int?>()
        let score = Attribute<Double?>()
        let price = Attribute<Decimal?>()
        let rank = Attribute<Int16>(default: 0)
        let writer = ToOne<Writer>(inverse: \.stories)
        let topics = ToMany<Topic>(inverse: \.stories)
    }

    struct Writer: Entity {
        let name = Attribute<String>()
        let stories = ToMany<Story>()
    }

    struct Topic: Entity {
        let name = Attribute<String>(isUnique: true)
        let stories = ToMany<Story>()
    }

    /// Calls a closure with five stories of two writers.
    static func withStories<Result>(
        _ kind: StoreKind, _ body: (PersistentContainer) throws -> Result
    ) throws -> Result {
        try kind.withContainer(ManagedObjectModel(Story.self, Writer.self, Topic.self)) {
            container throws in
            try fill(container)
            return try body(container)
        }
    }

    static func fill(_ container: PersistentContainer) throws {
        try container.write { context throws in
            let writers = ["Anna", "Bo"].map { name in
                let writer = context.insert(Writer.self)
                writer.name = name
                return writer
            }
            let topic = context.insert(Topic.self)
            topic.name = "news"
            for number in 1...5 {
                let story = context.insert(Story.self)
                (story.number, story.title) = (number, "story \(number)")
                story.views = number == 3 ? nil : number * 10
                story.score = number == 4 ? .infinity : Double(number) / 2
                story.price = Decimal(number) / 10
                story.writer = writers[number % 2]
                if number < 3 { story.topics = [topic] }
            }
        }
    }

    private func rows(
        _ container: PersistentContainer, _ columns: [ValueExpression]
    ) throws -> String {
        let request = SelectRequest("Story", columns, sortedBy: [.ascending("number")])
        return try container.read { context throws in
            try context.select(request).map { row in
                row.values.map { "\($0)" }.joined(separator: " ")
            }
        }.joined(separator: "; ")
    }

    @Test(arguments: StoreKind.everyKind)
    func `values are computed from those before`(kind: StoreKind) throws {
        try Self.withStories(kind) { container throws in
            let count = try container.update(Story.self, where: { $0.number > 2 }) {
                [
                    $0.number.set(to: $0.number + 100), $0.title.set(to: "a " + $0.title + "!"),
                    $0.views.set(to: ($0.views ?? 0) + $0.number),
                    $0.price.set(to: $0.price - Decimal(1) / 8),
                ]
            }
            #expect(count == 3)
            #expect(
                try rows(container, ["number", "title", "views", "price"]) == """
                    1 "story 1" 10 0.1; 2 "story 2" 20 0.2; 103 "a story 3!" 3 0.175; \
                    104 "a story 4!" 44 0.275; 105 "a story 5!" 55 0.375
                    """)
        }
    }

    @Test(arguments: StoreKind.everyKind)
    func `a request by name follows relationships in its condition`(kind: StoreKind) throws {
        try Self.withStories(kind) { container throws in
            let byAnna = UpdateRequest(
                "Story", where: .attribute("writer.name") == "Anna",
                setting: ["score": "score" + 0.5, "rank": .value(7), "views": .value(.null)])
            #expect(try container.update(byAnna) == 2)
            let aboutNews = UpdateRequest(
                "Story", where: .any("topics", .attribute("name") == "news"),
                setting: ["rank": "rank" + 1])
            #expect(try container.update(aboutNews) == 2)
            #expect(
                try rows(container, ["score", "rank", "views"]) == """
                    0.5 1 10; 1.5 8 nil; 1.5 0 nil; inf 7 nil; 2.5 0 50
                    """)
            // What has its values already is not written.
            #expect(try container.update(byAnna) == 1)
            #expect(try container.update(UpdateRequest("Story", setting: ["rank": "rank"])) == 0)
        }
    }

    @Test(arguments: StoreKind.everyKind)
    func `attributes exchange their values`(kind: StoreKind) throws {
        try Self.withStories(kind) { container throws in
            try container.update(Story.self, where: { $0.views != nil }) {
                [$0.number.set(to: $0.views ?? 0), $0.views.set(to: $0.number)]
            }
            #expect(
                try rows(container, ["number", "views"]) == "3 nil; 10 1; 20 2; 40 4; 50 5")
        }
    }

    @Test(arguments: StoreKind.everyKind)
    func `a unit of work that has read an object conflicts`(kind: StoreKind) throws {
        try Self.withStories(kind) { container throws in
            let error = #expect(throws: StoreError.self) {
                try container.perform { context throws in
                    let story = try #require(try context.first(Story.self) { $0.number == 1 })
                    story.title = "mine"
                    try container.update(Story.self) { [$0.rank.set(to: $0.rank + 1)] }
                    try context.save()
                }
            }
            #expect(error?.code == .conflict)
            #expect(try rows(container, ["title"]).hasPrefix(#""story 1""#))
        }
    }

    @Test(arguments: StoreKind.everyKind)
    func `objects are deleted with their links`(kind: StoreKind) throws {
        try Self.withStories(kind) { container throws in
            #expect(try container.delete(Story.self) { $0.writer.name == "Bo" } == 3)
            #expect(try rows(container, ["number"]) == "2; 4")
            try container.read { context throws in
                #expect(try context.select(Topic.self, \.stories.count) == [1])
                #expect(try context.count(FetchRequest("Writer")) == 2)
            }
            #expect(try container.delete(DeleteRequest("Story", where: .false)) == 0)
            #expect(try container.delete(DeleteRequest("Story")) == 2)
            #expect(try container.read { try $0.select(Topic.self, \.stories.count) } == [0])
        }
    }

    @Test(arguments: StoreKind.everyKind)
    func `references of others are cleared`(kind: StoreKind) throws {
        try Self.withStories(kind) { container throws in
            #expect(try container.delete(Writer.self) { $0.name == "Bo" } == 1)
            #expect(
                try rows(container, ["writer.name"]) == #"nil; "Anna"; nil; "Anna"; nil"#)
        }
    }

    @Test(arguments: StoreKind.everyKind)
    func `a dry run tells the changes and makes none`(kind: StoreKind) throws {
        try Self.withStories(kind) { container throws in
            let update = UpdateRequest(
                "Story", where: .attribute("number") <= 2, setting: ["number": "number" - 1])
            let first = try container.dryRun(of: update)
            #expect(first.result == 2 && first.changes.count(.updated) == 2)
            #expect(first.changes.objects[1][attribute: "number"]?.new == 1)
            let second = try container.dryRun(of: DeleteRequest("Writer"))
            #expect(second.result == 2 && second.changes.count(.deleted) == 2)
            #expect(second.changes.count(.updated) == 5)
            #expect(try rows(container, ["number", "writer.name"]).hasPrefix(#"1 "Bo"; 2 "Anna""#))
        }
    }

    @Test(arguments: StoreKind.everyKind)
    func `a context includes what is not saved`(kind: StoreKind) throws {
        try Self.withStories(kind) { container throws in
            try container.write { context throws in
                let story = try #require(try context.first(Story.self) { $0.number == 5 })
                story.number = 6
                #expect(
                    try context.update(Story.self, where: { $0.number == 6 }) {
                        [$0.title.set(to: $0.title + "?")]
                    } == 1)
                #expect(try context.delete(Story.self) { $0.number < 5 } == 4)
            }
            #expect(try rows(container, ["number", "title"]) == #"6 "story 5?""#)
        }
    }

    @Test(arguments: StoreKind.everyKind)
    func `observers are told`(kind: StoreKind) async throws {
        try await kind.withStoreAwaiting { store in
            let container = try PersistentContainer(
                model: ManagedObjectModel(Story.self, Writer.self, Topic.self), store: store)
            try Self.fill(container)
            let request = FetchRequest(
                "Story", where: .attribute("rank") > 0, sortedBy: [.ascending("number")])
            var iterator = container.changes(of: request).makeAsyncIterator()
            #expect(try await iterator.next()?.count == 0)
            try container.update(Story.self, where: { $0.number < 3 }) { [$0.rank.set(to: 1)] }
            #expect(try await iterator.next()?.inserted.count == 2)
            try container.delete(Story.self) { $0.number == 1 }
            let last = try #require(try await iterator.next())
            #expect(last.deleted.count == 1 && last.count == 1)
        }
    }

    @Test(arguments: StoreKind.everyKind)
    func `each tree of a partitioned store is changed`(kind: StoreKind) throws {
        try kind.withStore { content in
            let model = try ManagedObjectModel(Story.self, Writer.self, Topic.self, Visit.self)
            let store = PartitionedStore(
                otherwise: content, parts: [.init(["Visit"], in: InMemoryStore())])
            let container = try PersistentContainer(model: model, store: store)
            try Self.fill(container)
            try container.write { $0.insert(Visit.self).count = 1 }
            #expect(try container.update(Visit.self) { [$0.count.set(to: $0.count + 1)] } == 1)
            #expect(try container.update(Story.self) { [$0.rank.set(to: $0.rank + 1)] } == 5)
            #expect(try container.delete(Story.self) { $0.number > 1 } == 4)
            #expect(try rows(container, ["number", "rank"]) == "1 1")
            #expect(try container.read { try $0.select(Visit.self, \.count) } == [2])
        }
    }

    @Test(arguments: StoreKind.everyKind.filter { $0 != .inMemory })
    func `a database executes one statement and reads no objects`(kind: StoreKind) throws {
        let statements = Mutex<[String]>([])
        let temporary = try TemporaryStore(
            kind,
            trace: { sql in
                statements.withLock { $0.append(sql) }
            })
        defer { temporary.remove() }
        let container = try PersistentContainer(
            model: ManagedObjectModel(Story.self, Writer.self, Topic.self),
            store: temporary.store)
        try Self.fill(container)
        statements.withLock { $0 = [] }
        try container.update(Story.self, where: { $0.writer.name == "Bo" }) {
            [$0.rank.set(to: $0.rank + 1), $0.title.set(to: $0.title + "!")]
        }
        try container.delete(Story.self) { $0.number > 3 }
        let found = statements.withLock(\.self)
        #expect(found.count { $0.contains(#"UPDATE "Story""#) } == 1)
        #expect(found.count { $0.contains(#"DELETE FROM "Story""#) } == 1)
        #expect(!found.contains { $0.hasPrefix(#"SELECT t1."_id", t1."_version""#) })
    }

    @Test(arguments: StoreKind.everyKind)
    func `a value that was set is no substitute any more`(kind: StoreKind) throws {
        try Self.withStories(kind) { container throws in
            let root = try #require(container.model.index(ofEntity: "Story"))
            try container.write { context in
                let story = try #require(try context.first(Story.self) { $0.number == 1 })
                for attribute in ["views", "title"] {
                    let key = SubstituteKey(
                        root: root, number: story.objectID.number, attribute: attribute)
                    context.state.substitutes.mark(key, .null)
                }
            }
            // A value that stays the same was chosen, too.
            try container.update(Story.self) { [$0.views.set(to: $0.views ?? 0)] }
            try container.read { context throws in
                let story = try #require(try context.first(Story.self) { $0.number == 1 })
                let left = try context.substitutes(root: root, [story.objectID.number])
                #expect(left.keys.map(\.attribute) == ["title"])
            }
            #expect(try container.delete(Story.self) { $0.number == 1 } == 1)
            try container.read { context throws in
                #expect(try context.substitutes(root: root, [1, 2, 3, 4, 5]).isEmpty)
            }
        }
    }

    struct Visit: Entity {
        let count = Attribute<Int>()
    }

    @Test(arguments: StoreKind.everyKind)
    func `columns of a selection are computed`(kind: StoreKind) throws {
        try Self.withStories(kind) { container throws in
            #expect(
                try rows(
                    container,
                    [
                        .coalesced("views", 0) + "number", "writer.name" + .value(": ") + "title",
                        "price" - "price", "score" - "score",
                    ]) == """
                        11 "Bo: story 1" 0 0.0; 22 "Anna: story 2" 0 0.0; 3 "Bo: story 3" 0 0.0; \
                        44 "Anna: story 4" 0 nil; 55 "Bo: story 5" 0 0.0
                        """)
            let error = #expect(throws: StoreError.self) {
                _ = try rows(container, ["number" + .value(.integer(.max))])
            }
            #expect(error?.code == .overflow)
        }
    }
}
