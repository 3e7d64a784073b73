import EntityMapper
import ObjectGraph
import TestSupport
import Testing

/// Rows of the catalogue's section 2.K about additions and removals; see ``IdentityIndexTests``.
@Suite("An index of identities follows saves")
struct IdentityFollowingTests {
    @Test(arguments: StoreKind.allCases)
    func `objects come and go`(kind: StoreKind) throws {
        try IdentityFixture.run(kind) { fixture in
            // K19, K20, K22, K23, K37, K38
            let index = try fixture.humans()
            try index.load()
            let first = try fixture.insertHuman(12345)
            let second = try fixture.insertHuman(12345)
            let cloud = try fixture.insert("Cloud", ["name": "cumulus"])
            #expect(index.contains(first) && index.contains(second) && !index.contains(cloud))
            #expect(index.count == 2 && index.keyCount == 1)
            try fixture.delete(first)
            #expect(!index.contains(first) && index.contains(second))
            #expect(try index.objectIDs(for: ["railsID": 12345]) == [second])
            // K40, K41
            try fixture.delete(second)
            #expect(!index.contains(second) && index.count == 0 && index.keyCount == 0)
            try index.load()
            #expect(!index.contains(second) && index.count == 0)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `counts objects and keys`(kind: StoreKind) throws {
        try IdentityFixture.run(kind) { fixture in
            // K25, K26
            let index = try fixture.humans()
            try index.load()
            try fixture.container.perform { context in
                for key: Value in [12345, 12345, 123456] {
                    context.insert("Human")["railsID"] = key
                }
                #expect(index.count == 0)
                #expect(
                    try index.objects(for: ["railsID": [12345, 123456]], in: context).count == 3)
                #expect(try index.count(of: ["railsID": [12345, 123456]]) == 0)
                try context.save()
            }
            #expect(index.count == 3 && index.keyCount == 2)
            #expect(try index.count(of: ["railsID": 12345]) == 2)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `deleted objects are not found by lists of values`(kind: StoreKind) throws {
        try IdentityFixture.run(kind) { fixture in
            // K29
            let index = try fixture.humans()
            let ids = [try fixture.insertHuman(1), try fixture.insertHuman(2)]
            try index.load()
            try fixture.container.perform { context in
                context.delete(try ids.map { try #require(try context.object(with: $0)) })
                #expect(try index.objects(for: ["railsID": [1, 2]], in: context).isEmpty)
                #expect(index.count == 2)
                try context.save()
            }
            #expect(try index.objectIDs(for: ["railsID": [1, 2]]).isEmpty)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `keys that are changed by a condition are found`(kind: StoreKind) throws {
        try IdentityFixture.run(kind) { fixture in
            let index = try fixture.humans()
            let first = try fixture.insertHuman(1)
            try fixture.insertHuman(2)
            try index.load()
            try fixture.container.update(
                UpdateRequest("Human", setting: ["railsID": "railsID" + 10]))
            #expect(try index.objectIDs(for: ["railsID": [1, 2]]).isEmpty)
            #expect(try index.objectIDs(for: ["railsID": 11]) == [first])
            try fixture.container.delete(
                DeleteRequest("Human", where: .attribute("railsID") == 11))
            #expect(try index.objectIDs(for: ["railsID": 11]).isEmpty)
            #expect(try index.objectIDs(for: ["railsID": 12]).count == 1)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `every index of an entity follows`(kind: StoreKind) throws {
        try IdentityFixture.run(kind) { fixture in
            // K32, K34, K35
            let byNumber = try fixture.humans()
            let byName = try fixture.humans(by: "name")
            try byNumber.load()
            try byName.load()
            let blake = try fixture.insertHuman(12345, "Blake")
            let sarah = try fixture.insertHuman(12345, "Sarah")
            #expect(try byNumber.objectIDs(for: ["railsID": 12345]) == [blake, sarah])
            #expect(try byName.objectIDs(for: ["name": "Blake"]) == [blake])
            try fixture.delete(blake, sarah)
            #expect(!byNumber.contains(blake) && !byNumber.contains(sarah))
            #expect(byName.count == 0)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `keys change, vanish and return`(kind: StoreKind) throws {
        try IdentityFixture.run(kind) { fixture in
            // F28
            let index = try fixture.humans()
            try index.load()
            let id = try fixture.insertHuman(1)
            try fixture.set("railsID", 2, of: id)
            #expect(try index.objectIDs(for: ["railsID": 1]).isEmpty)
            #expect(try index.objectIDs(for: ["railsID": 2]) == [id])
            try fixture.set("railsID", .null, of: id)
            #expect(index.count == 0 && index.keyCount == 0 && !index.contains(id))
            try fixture.set("railsID", 1, of: id)
            #expect(try index.objectIDs(for: ["railsID": 1]) == [id])
            try fixture.set("name", "Blake", of: id)
            #expect(index.count == 1 && index.keyCount == 1)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `objects of sub-entities count`(kind: StoreKind) throws {
        try IdentityFixture.run(kind) { fixture in
            // F27
            let humans = try fixture.humans()
            let children = try fixture.cache.index(of: "Child", by: ["railsID"])
            try humans.load()
            try children.load()
            let child = try fixture.insert("Child", ["railsID": 7])
            let human = try fixture.insertHuman(8)
            #expect(try humans.objectIDs(for: ["railsID": [7, 8]]) == [child, human])
            #expect(try children.objectIDs(for: ["railsID": [7, 8]]) == [child])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `keys of several values are typed`(kind: StoreKind) throws {
        try IdentityFixture.run(kind) { fixture in
            // F29: a null is not the string "<null>", and dates have nanoseconds
            let index = try fixture.humans(by: "name", "born")
            let early = try #require(Timestamp(seconds: 9, nanoseconds: 1))
            let late = try #require(Timestamp(seconds: 9, nanoseconds: 2))
            let first = try fixture.insert("Human", ["name": "a:b", "born": .date(early)])
            let second = try fixture.insert("Human", ["name": "a:b", "born": .date(late)])
            try fixture.insert("Human", ["name": .null, "born": .date(early)])
            #expect(try index.objectIDs(for: ["name": "a:b", "born": .date(early)]) == [first])
            #expect(try index.objectIDs(for: ["name": "a:b", "born": .date(late)]) == [second])
            #expect(try index.objectIDs(for: ["name": "<null>", "born": .date(early)]).isEmpty)
            #expect(index.count == 2)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `nothing is learnt of what is not committed`(kind: StoreKind) throws {
        try kind.withStore { store in
            let failing = FailingStore(store)
            let container = try PersistentContainer(
                model: IdentityFixture.model(), store: failing)
            let index = try IdentityCache(for: container).index(of: "Human", by: ["railsID"])
            try index.load()
            try container.perform { context in
                context.insert("Human")["railsID"] = 1
                context.rollback()
                context.insert("Human")["railsID"] = 2
                failing.fail([.committing])
                #expect(throws: StoreError.self) { try context.save() }
                #expect(index.count == 0)
                failing.fail([])
                try context.save()
            }
            #expect(index.count == 1)
            #expect(try index.objectIDs(for: ["railsID": [1, 2]]).count == 1)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `a load that fails leaves the index as it was not loaded`(kind: StoreKind) throws {
        try kind.withStore { store in
            let failing = FailingStore(store)
            let container = try PersistentContainer(
                model: IdentityFixture.model(), store: failing)
            let index = try IdentityCache(for: container).index(of: "Human", by: ["railsID"])
            failing.fail([.reading])
            #expect(throws: StoreError.self) { try index.load() }
            #expect(throws: StoreError.self) { try index.objectIDs(for: ["railsID": 1]) }
            #expect(!index.isLoaded)
            failing.fail([])
            #expect(try index.load())
        }
    }

    @Test func `an index ends with its cache`() throws {
        try IdentityFixture.run(.inMemory) { fixture in
            let commits = fixture.container.backend.commits
            do {
                let cache = IdentityCache(for: fixture.container)
                try cache.index(of: "Human", by: ["railsID"]).load()
                #expect(commits.count == 1)
            }
            #expect(commits.count == 0)
        }
    }

    @Test func `a context of another container is refused`() throws {
        try IdentityFixture.run(.inMemory) { fixture in
            let index = try fixture.humans()
            let other = try PersistentContainer(
                model: IdentityFixture.model(), store: InMemoryStore())
            let error = #expect(throws: StoreError.self) {
                try other.perform { try index.objects(for: ["railsID": 1], in: $0).count }
            }
            #expect(error?.code == .invalidRequest)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `what is saved while an index loads is in it`(kind: StoreKind) throws {
        try kind.withStore { store in
            let store = FailingStore(store)
            let container = try PersistentContainer(model: IdentityFixture.model(), store: store)
            let fixture = IdentityFixture(
                container: container, cache: IdentityCache(for: container))
            let ids = try [1, 2, 3].map { try fixture.insertHuman($0) }
            let index = try fixture.humans()
            store.interruptNextReader {
                try? fixture.delete(ids[0])
                try? fixture.set("railsID", 22, of: ids[1])
                _ = try? fixture.insertHuman(4)
            }
            #expect(try index.load())
            let found = try (1...4).map {
                try index.objectIDs(for: ["railsID": .integer($0)]).count
            }
            #expect(found == [0, 0, 1, 1])
            #expect(try index.objectIDs(for: ["railsID": 22]) == [ids[1]])
            #expect(index.isLoaded && index.count == 3)
        }
    }
}
