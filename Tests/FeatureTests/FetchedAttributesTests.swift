import Mercator
import TestSupport
import Testing

@Suite("Fetching some attributes")
struct FetchedAttributesTests {
    /// Saves 600 alternating articles and books, with ratings from 0 and titles that begin with
    /// `i`.
    private func withItems(
        _ store: StoreKind, _ body: @Sendable (ManagedObjectContext) throws -> Void
    ) throws {
        try store.withContainer(Library.model()) { container throws in
            try Self.fill(container)
            try container.perform { try body($0) }
        }
    }

    private static func fill(_ container: PersistentContainer) throws {
        try container.perform { context throws in
            let author = context.insert(Library.Author.self)
            author.name = "Anna"
            for number in 0..<600 {
                let object = context.insert(number % 2 == 0 ? "Article" : "Book")
                let item = try #require(Object<Library.Item>(object))
                item.title = "i\(number)"
                item.rating = Double(number)
                item.author = author
            }
            try context.save()
        }
    }

    private static func items(
        _ context: ManagedObjectContext, _ attributes: [PartialKeyPath<Library.Item>]?
    ) throws -> [Object<Library.Item>] {
        try context.fetch(
            Library.Item.self, attributes: attributes, sortedBy: [.ascending("rating")])
    }

    @Test(arguments: StoreKind.allCases)
    func `all attributes have their values, whatever was fetched`(store: StoreKind) throws {
        try withItems(store) { context throws in
            let titled = try Self.items(context, [\.title])
            #expect(titled.map(\.title) == (0..<600).map { "i\($0)" })
            #expect(titled.map(\.rating) == (0..<600).map(Double.init))
            #expect(titled.allSatisfy { $0.author?.name == "Anna" })
            context.refresh()
            let bare = try context.fetch(
                FetchRequest("Item", sortedBy: [.ascending("rating")], attributesToFetch: []))
            #expect(bare.map(\.entity.name) == (0..<600).map { $0 % 2 == 0 ? "Article" : "Book" })
            #expect(bare.map { $0["rating"] } == (0..<600).map { .double(Double($0)) })
            #expect(bare.prefix(2).map { $0["title"] } == ["i0", "i1"])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `objects of which a part is known are changed, deleted and saved as others are`(
        store: StoreKind
    ) throws {
        try store.withContainer(Library.model()) { container throws in
            try Self.fill(container)
            try container.perform { context throws in
                let items = try Self.items(context, [\.title])
                items[0].title = "changed"
                items[1].rating = nil
                items[2].author = nil
                context.delete(items[3])
                #expect(items[0].title == "changed" && items[0].rating == 0)
                #expect(items[1].title == "i1" && items[1].rating == nil)
                #expect(items[4].exists && !items[3].exists && items[3].rating == nil)
                #expect(items[0].managedObject.isUpdated && !items[4].managedObject.isUpdated)
                try context.save()
                #expect(items[5].title == "i5" && items[0].title == "changed")
            }
            try container.perform { context throws in
                let items = try context.fetch(Library.Item.self, sortedBy: [.ascending("itemID")])
                #expect(items.count == 599)
                #expect(items.prefix(3).map(\.title) == ["changed", "i1", "i2"])
                #expect(items.prefix(3).map(\.rating) == [0, nil, 2])
                #expect(items.prefix(4).map { $0.author != nil } == [true, true, false, true])
            }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `what is known whole, or has changed, stays as it is`(store: StoreKind) throws {
        try withItems(store) { context throws in
            let whole = try Self.items(context, nil)
            #expect(try Self.items(context, [\.title]) == whole)
            #expect(whole.map(\.rating) == (0..<600).map(Double.init))
            whole[7].title = "pending"
            let again = try Self.items(context, [\.title])
            #expect(again == whole && again[7].title == "pending" && again[8].title == "i8")
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `after a refresh, what others have saved is seen`(store: StoreKind) throws {
        try store.withContainer(Library.model()) { container throws in
            try Self.fill(container)
            try container.perform { context throws in
                let items = try Self.items(context, [\.title])
                let last = try #require(items.last)
                #expect(items[0].title == "i0")
                try container.perform { other throws in
                    let items = try Self.items(other, [\.title])
                    items[0].title = "theirs"
                    items[599].title = "theirs, too"
                    try other.save()
                }
                #expect(last.title == "i599")
                context.refresh()
                #expect(items[0].title == "theirs" && last.title == "theirs, too")
            }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `what is no attribute is refused with a message`(store: StoreKind) throws {
        try withItems(store) { context throws in
            let unknown = #expect(throws: StoreError.self) {
                try context.fetch(FetchRequest("Item", attributesToFetch: ["titel"]))
            }
            #expect(unknown?.code == .invalidRequest)
            #expect(
                unknown?.message
                    == "Item has no attribute 'titel' to fetch; did you mean 'title'?")
            let relationship = #expect(throws: StoreError.self) {
                try context.fetch(Library.Item.self, attributes: [\.author])
            }
            #expect(relationship?.code == .invalidRequest)
            #expect(relationship?.message.hasSuffix("leads to no attribute of Item") == true)
        }
    }
}
