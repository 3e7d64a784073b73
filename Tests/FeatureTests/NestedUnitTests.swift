import Mercator
import TestSupport
import Testing

@Suite("Nested units of work and savepoints")
struct NestedUnitTests {
    private struct Discarded: Error {}

    @Test(arguments: StoreKind.allCases)
    func `what throws leaves the pending changes as they were`(store: StoreKind) throws {
        try store.withContainer(Library.model()) { container throws in
            try container.perform { context throws in
                let anna = context.insert("Author")
                anna["name"] = "Anna"
                try context.save()
                let article = context.insert("Article")
                article[toOne: "author"] = anna
                anna["name"] = "Berta"
                var lost: ManagedObject?
                #expect(throws: Discarded.self) {
                    try context.perform { nested in
                        let book = nested.insert("Book")
                        book[toOne: "author"] = anna
                        article["title"] = "Lost"
                        nested.delete(anna)
                        lost = book
                        throw Discarded()
                    }
                }
                let book = try #require(lost)
                #expect(!book.exists && anna.exists && anna["name"] == "Berta")
                #expect(article["title"] == "Untitled" && article[toOne: "author"] == anna)
                #expect(anna[toMany: "items"] == [article])
                let next = context.insert("Book")
                #expect(next.objectID.number > book.objectID.number)
                #expect(!book.exists, "its number is not given again")
                try context.save()
            }
            #expect(try container.perform { try $0.count(FetchRequest("Item")) } == 2)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `what returns joins the pending changes, to any depth`(store: StoreKind) throws {
        try store.withContainer(Library.model()) { container throws in
            try container.perform { context throws in
                func descend(_ depth: Int) throws {
                    try context.perform { nested in
                        nested.insert("Tag")["name"] = .string("\(depth)")
                        if depth < 100 { try descend(depth + 1) }
                        if depth.isMultiple(of: 10) { throw Discarded() }
                    }
                }
                for first in [1, 91] { #expect(throws: Discarded.self) { try descend(first) } }
                #expect(!context.hasChanges, "each threw, and took with it what was nested in it")
                try context.perform { nested in
                    nested.insert("Tag")["name"] = "kept"
                    #expect(throws: Discarded.self) { try descend(95) }
                    try nested.perform { $0.insert("Tag")["name"] = "kept, too" }
                }
                try context.save()
            }
            let names = try container.perform { context in
                try context.fetch(FetchRequest("Tag")).map { $0["name"] }
            }
            #expect(names == ["kept", "kept, too"])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `a rollback drops what the nested unit did, and no more`(store: StoreKind) throws {
        try store.withContainer(Library.model()) { container throws in
            try container.perform { context throws in
                let outer = context.insert("Tag")
                let count = try context.perform { nested in
                    _ = nested.insert("Tag")
                    nested.rollback()
                    _ = nested.insert("Tag")
                    return try nested.count(FetchRequest("Tag"))
                }
                #expect(count == 2 && outer.isInserted)
                context.rollback()
                #expect(!outer.exists && !context.hasChanges)
            }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `a savepoint can be gone back to again and again`(store: StoreKind) throws {
        try store.withContainer(Library.model()) { container throws in
            try container.perform { context throws in
                let tag = context.insert("Tag")
                tag["name"] = "first"
                let first = context.savepoint()
                tag["name"] = "second"
                let second = context.savepoint()
                for _ in 0..<2 {
                    context.delete(tag)
                    context.rollback(to: second)
                    #expect(tag["name"] == "second")
                    context.rollback(to: first)
                    #expect(tag["name"] == "first")
                }
                context.rollback()
                #expect(!tag.exists)
                context.rollback(to: second)
                #expect(tag["name"] == "second" && tag.isInserted)
                try context.save()
                #expect(try context.count(FetchRequest("Tag")) == 1)
            }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `a savepoint of before a refresh brings back changes, not what was read`(
        store: StoreKind
    ) throws {
        try store.withContainer(Library.model()) { container throws in
            try container.perform { context throws in
                let (ours, theirs) = (context.insert("Tag"), context.insert("Tag"))
                try context.save()
                #expect(theirs["name"] == .null)
                ours["name"] = "ours"
                let (savepoint, id) = (context.savepoint(), theirs.objectID)
                try container.perform { other in
                    try #require(try other.object(with: id))["name"] = "theirs"
                    try other.save()
                }
                ours["name"] = "later"
                context.refresh()
                context.rollback(to: savepoint)
                #expect(ours["name"] == "ours" && theirs["name"] == "theirs")
                try context.save()
            }
        }
    }

    @Test func `a failed save leaves savepoints as they are`() throws {
        let store = FailingStore()
        let container = try PersistentContainer(model: Library.model(), store: store)
        try container.perform { context throws in
            let tag = context.insert("Tag")
            let savepoint = context.savepoint()
            tag["name"] = "later"
            store.fail([.committing])
            #expect(throws: StoreError.self) { try context.save() }
            store.fail([])
            context.rollback(to: savepoint)
            #expect(tag["name"] == .null)
            try context.save()
        }
    }

    @Test func `a read that failed in a nested unit fails that unit alone`() throws {
        let store = FailingStore()
        let container = try PersistentContainer(model: Library.model(), store: store)
        try container.perform { context throws in
            let tag = context.insert("Tag")
            try context.save()
            let kept = context.insert("Tag")
            #expect(throws: StoreError.self) {
                try context.perform { nested in
                    store.fail([.reading])
                    kept["name"] = tag["name"]
                    store.fail([])
                    kept["name"] = "on a wrong picture"
                }
            }
            #expect(kept["name"] == .null)
            try context.save()
        }
        #expect(try container.perform { try $0.count(FetchRequest("Tag")) } == 2)
    }

    @Test func `objects without a number of the store are never mistaken for each other`() throws {
        let store = FailingStore()
        let container = try PersistentContainer(model: Library.model(), store: store)
        try container.perform { context throws in
            store.fail([.reserving])
            let savepoint = context.savepoint()
            let dropped = context.insert("Tag")
            context.rollback(to: savepoint)
            let other = context.insert("Tag")
            #expect(dropped != other && !dropped.exists && other.exists)
            store.fail([])
            context.rollback()
        }
    }

    @Test func `a rollback in a nested unit forgets what failed in it, and no more`() throws {
        let store = FailingStore()
        let container = try PersistentContainer(model: Library.model(), store: store)
        let error = #expect(throws: StoreError.self) {
            try container.perform { context throws in
                let tag = context.insert("Tag")
                try context.save()
                store.fail([.reading])
                _ = tag["name"]
                let count = try? context.perform { nested in
                    _ = tag["name"]
                    nested.rollback()
                    store.fail([])
                    _ = nested.insert("Tag")
                    return try nested.count(FetchRequest("Tag"))
                }
                #expect(count == 2, "the failure around it is none of its own")
                try context.save()
            }
        }
        #expect(error?.message == "reading fails for a test")
        #expect(try container.perform { try $0.count(FetchRequest("Tag")) } == 1)
    }

    @Test(arguments: [false, true])
    func `a read that failed around a nested unit still fails the save`(throwing: Bool) throws {
        let store = FailingStore()
        let container = try PersistentContainer(model: Library.model(), store: store)
        let error = #expect(throws: StoreError.self) {
            try container.perform { context throws in
                try nest(in: context, afterAFailureOf: store, throwing: throwing)
            }
        }
        #expect(error?.message == "reading fails for a test")
        #expect(try container.perform { try $0.count(FetchRequest("Tag")) } == 1)
    }

    private func nest(
        in context: ManagedObjectContext, afterAFailureOf store: FailingStore, throwing: Bool
    ) throws {
        let tag = context.insert("Tag")
        try context.save()
        store.fail([.reading])
        #expect(tag["name"] == .null)
        store.fail([])
        try? context.perform { nested in
            nested.insert("Tag")["name"] = "on a wrong picture"
            if throwing { throw Discarded() }
        }
        context.insert("Tag")["name"] = "on a wrong picture, too"
        let refusal = #expect(throws: StoreError.self) { try context.save() }
        #expect(refusal?.message == "reading fails for a test")
    }
}
