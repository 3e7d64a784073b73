import Mercator
import TestSupport
import Testing

@Suite("Inserting and writing")
struct InsertingTests {
    @Test(arguments: StoreKind.allCases)
    func `a new object has its defaults and is seen at once`(store: StoreKind) throws {
        try store.withContainer(Library.model()) { container throws in
            try container.perform { context throws in
                let article = context.insert("Article")
                #expect(article["title"] == "Untitled")
                #expect(article["rating"] == .null)
                #expect(article[toOne: "author"] == nil)
                #expect(article[toMany: "tags"] == [])
                #expect(article.isInserted && article.exists && context.hasChanges)
                #expect(article.entity.name == "Article")
                #expect(try context.fetch(FetchRequest("Item")) == [article])
            }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `identifiers lead back to objects in other contexts`(store: StoreKind) throws {
        try store.withContainer(Library.model()) { container throws in
            let id = try container.perform { context throws in
                let article = context.insert("Article")
                article["title"] = "Hello"
                article["rating"] = 4.5
                try context.save()
                #expect(!article.isInserted && !context.hasChanges)
                return article.objectID
            }
            try container.perform { context throws in
                let found = try context.object(with: id)
                let article = try #require(found)
                #expect(article["title"] == "Hello" && article["rating"] == 4.5)
                #expect(article.objectID == id && id.entityName == "Item")
            }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `handles of one object are equal and see each other's changes`(store: StoreKind) throws {
        try store.withContainer(Library.model()) { container throws in
            try container.perform { context throws in
                let first = context.insert("Tag")
                try context.save()
                let second = try #require(try context.object(with: first.objectID))
                let third = try #require(try context.fetch(FetchRequest("Tag")).first)
                #expect(
                    first == second && second == third && Set([first, second, third]).count == 1)
                second["name"] = "swift"
                #expect(first["name"] == "swift" && third["name"] == "swift")
                #expect(first.isUpdated)
                second["name"] = .null
                #expect(!first.isUpdated)
            }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `numbers are widened to the type of the attribute`(store: StoreKind) throws {
        try store.withContainer(Library.model()) { container throws in
            try container.perform { context throws in
                let article = context.insert("Article")
                article["rating"] = 4
                #expect(article["rating"] == .double(4))
            }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `what was not saved is gone`(store: StoreKind) throws {
        try store.withContainer(Library.model()) { container throws in
            let id = try container.perform { $0.insert("Tag").objectID }
            try container.perform { context throws in
                #expect(try context.object(with: id) == nil)
                #expect(try context.count(FetchRequest("Tag")) == 0)
            }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `rollback drops every change, and objects stay usable`(store: StoreKind) throws {
        try store.withContainer(Library.model()) { container throws in
            try container.perform { context throws in
                let (tag, other) = (context.insert("Tag"), context.insert("Tag"))
                tag["name"] = "swift"
                try context.save()
                let added = context.insert("Tag")
                tag["name"] = "linux"
                context.delete(other)
                context.rollback()
                #expect(tag["name"] == "swift")
                #expect(other.exists && !added.exists && !context.hasChanges)
                #expect(added["name"] == .null && added.description == "Tag/3 (deleted)")
                added["name"] = "ghost"
                #expect(!context.hasChanges)
            }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `an identifier of another model is an error`(store: StoreKind) throws {
        let other = try ManagedObjectModel([EntityDescription("Stranger")])
        let id = try PersistentContainer(model: other, store: InMemoryStore()).perform {
            $0.insert("Stranger").objectID
        }
        try store.withContainer(Library.model()) { container throws in
            let error = #expect(throws: StoreError.self) {
                try container.perform { _ = try $0.object(with: id) }
            }
            #expect(error?.description == "invalidRequest: Stranger/1 is no object of this model")
        }
    }
}
