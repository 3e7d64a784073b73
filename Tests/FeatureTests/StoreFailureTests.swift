import Mercator
import TestSupport
import Testing

@Suite("When the store fails")
struct StoreFailureTests {
    private let store = FailingStore()

    private func container() throws -> PersistentContainer {
        try PersistentContainer(model: Library.model(), store: store)
    }

    @Test func `a read that cannot throw makes the save and the unit of work throw`() throws {
        let container = try container()
        let error = #expect(throws: StoreError.self) {
            try container.perform { context throws in try workOnAFailedRead(context) }
        }
        #expect(error?.message == "reading fails for a test")
        let count = try container.perform { try $0.count(FetchRequest("Tag")) }
        #expect(count == 1)
    }

    private func workOnAFailedRead(_ context: ManagedObjectContext) throws {
        let tag = context.insert("Tag")
        try context.save()
        store.fail([.reading])
        #expect(tag["name"] == .null && tag[toMany: "items"] == [])
        store.fail([])
        _ = context.insert("Tag")
        #expect(throws: StoreError.self) { try context.save() }
        context.refresh()
        #expect(throws: StoreError.self, "changes may rest on the failed read") {
            try context.save()
        }
    }

    @Test func `rollback forgets the failure with the changes`() throws {
        let store = store
        try container().perform { context throws in
            store.fail([.reserving])
            let tag = context.insert("Tag")
            tag["name"] = "swift"
            #expect(tag["name"] == "swift")
            store.fail([])
            #expect(throws: StoreError.self) { try context.save() }
            context.rollback()
            _ = context.insert("Tag")
            try context.save()
            #expect(try context.count(FetchRequest("Tag")) == 1)
        }
    }

    @Test func `a failed commit leaves the changes to be saved later`() throws {
        let store = store
        try container().perform { context throws in
            let article = context.insert("Article")
            article[toMany: "tags"] = [context.insert("Tag")]
            store.fail([.committing])
            #expect(throws: StoreError.self) { try context.save() }
            #expect(context.hasChanges && article[toMany: "tags"].count == 1)
            store.fail([])
            try context.save()
            #expect(!context.hasChanges && article[toMany: "tags"].count == 1)
        }
    }

    @Test func `fetch and count throw at once`() throws {
        let store = store
        try container().perform { context throws in
            store.fail([.reading])
            #expect(throws: StoreError.self) { try context.fetch(FetchRequest("Tag")) }
            #expect(throws: StoreError.self) { try context.count(FetchRequest("Tag")) }
            store.fail([])
        }
    }
}
