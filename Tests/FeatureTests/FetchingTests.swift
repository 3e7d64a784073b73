import Mercator
import TestSupport
import Testing

@Suite("Fetching with changes that are not saved")
struct FetchingTests {
    /// Saves authors Anna and Ben, and articles a1 to a4 with ratings 1 to 4; Anna wrote the odd
    /// ones.
    private func withLibrary(
        _ store: StoreKind, _ body: @Sendable (ManagedObjectContext) throws -> Void
    ) throws {
        try store.withContainer(Library.model()) { container throws in
            try container.perform { context throws in
                let authors = ["Anna", "Ben"].map { name in
                    let author = context.insert("Author")
                    author["name"] = .string(name)
                    return author
                }
                for number in 1...4 {
                    let article = context.insert("Article")
                    article["title"] = .string("a\(number)")
                    article["rating"] = .double(Double(number))
                    article[toOne: "author"] = authors[(number + 1) % 2]
                }
                try context.save()
            }
            try container.perform { try body($0) }
        }
    }

    private static func titles(
        _ context: ManagedObjectContext, _ predicate: EntityPredicate = .true,
        sortedBy keys: [SortKey] = [], limit: Int? = nil, offset: Int = 0
    ) throws -> [String] {
        let request = FetchRequest(
            "Item", where: predicate, sortedBy: keys, limit: limit, offset: offset)
        let found = try context.fetch(request)
        #expect(try context.count(request) == found.count)
        return found.compactMap { String(attributeValue: $0["title"]) }
    }

    private static func item(_ title: String, _ context: ManagedObjectContext) throws
        -> ManagedObject
    {
        let request = FetchRequest("Item", where: .attribute("title") == title)
        return try #require(try context.fetch(request).first)
    }

    @Test(arguments: StoreKind.allCases)
    func `sees what was inserted, changed and deleted`(store: StoreKind) throws {
        try withLibrary(store) { context throws in
            let good = PropertyPath.attribute("rating") >= 3
            #expect(try Self.titles(context, good) == ["a3", "a4"])
            let new = context.insert("Book")
            new["title"] = "new"
            new["rating"] = 5
            try Self.item("a1", context)["rating"] = 9
            try Self.item("a3", context)["rating"] = 0
            context.delete(try Self.item("a4", context))
            #expect(try Self.titles(context, good) == ["a1", "new"])
            try context.save()
            #expect(try Self.titles(context, good) == ["a1", "new"])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `sorts, limits and skips over pending and stored rows together`(store: StoreKind) throws {
        try withLibrary(store) { context throws in
            let new = context.insert("Book")
            new["title"] = "new"
            new["rating"] = 2.5
            try Self.item("a1", context)["rating"] = .null
            let keys: [SortKey] = [.descending("rating")]
            #expect(try Self.titles(context, sortedBy: keys) == ["a4", "a3", "new", "a2", "a1"])
            #expect(try Self.titles(context, sortedBy: keys, limit: 2, offset: 1) == ["a3", "new"])
            #expect(try Self.titles(context, sortedBy: keys, limit: 9, offset: 4) == ["a1"])
            #expect(try Self.titles(context, sortedBy: keys, limit: 0).isEmpty)
            #expect(try Self.titles(context, offset: 9).isEmpty)
            let byAuthor: [SortKey] = [.ascending("author.name"), .ascending("title")]
            #expect(
                try Self.titles(context, sortedBy: byAuthor) == ["new", "a1", "a3", "a2", "a4"])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `a negative limit or offset is none`(store: StoreKind) throws {
        try withLibrary(store) { context throws in
            for _ in 0..<2 {
                #expect(try Self.titles(context, limit: -1).isEmpty)
                #expect(try Self.titles(context, limit: 1, offset: -3) == ["a1"])
                try Self.item("a4", context)["rating"] = 7
            }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `conditions reach changes at the far side`(store: StoreKind) throws {
        try withLibrary(store) { context throws in
            let byAnna = PropertyPath.attribute("author.name") == "Anna"
            #expect(try Self.titles(context, byAnna) == ["a1", "a3"])
            let ben = try #require(
                try context.fetch(FetchRequest("Author", where: .attribute("name") == "Ben")).first)
            ben["name"] = "Anna"
            #expect(try Self.titles(context, byAnna) == ["a1", "a2", "a3", "a4"])
            context.delete(ben)
            #expect(try Self.titles(context, byAnna) == ["a1", "a3"])
            #expect(
                try Self.titles(context, PropertyPath.relationship("author").isNil) == ["a2", "a4"])
            #expect(
                try Self.titles(context, PropertyPath.relationship("author") == ben.objectID)
                    .isEmpty)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `any and all see pending links`(store: StoreKind) throws {
        try withLibrary(store) { context throws in
            let tag = context.insert("Tag")
            tag["name"] = "swift"
            try context.save()
            let tagged = EntityPredicate.any("tags", .attribute("name") == "swift")
            #expect(try Self.titles(context, tagged).isEmpty)
            tag[toMany: "items"] = [try Self.item("a2", context), try Self.item("a4", context)]
            #expect(try Self.titles(context, tagged) == ["a2", "a4"])
            try context.save()
            try Self.item("a2", context)[toMany: "tags"] = []
            #expect(try Self.titles(context, tagged) == ["a4"])
            tag["name"] = "linux"
            #expect(try Self.titles(context, tagged).isEmpty)
            let allLinux = EntityPredicate.all("tags", .attribute("name") == "swift")
            #expect(try Self.titles(context, allLinux) == ["a1", "a2", "a3"])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `sub-entities are in or out as asked`(store: StoreKind) throws {
        try withLibrary(store) { context throws in
            _ = context.insert("Book")
            #expect(try context.count(FetchRequest("Item")) == 5)
            #expect(try context.count(FetchRequest("Item", includesSubentities: false)) == 0)
            #expect(try context.count(FetchRequest("Book")) == 1)
            #expect(
                try context.fetch(FetchRequest("Article", includesSubentities: false)).count == 4)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `names the model does not have are errors with advice`(store: StoreKind) throws {
        try withLibrary(store) { context throws in
            let entity = #expect(throws: StoreError.self) {
                try context.fetch(FetchRequest("Articel"))
            }
            #expect(entity?.message == "the model has no entity 'Articel'; did you mean 'Article'?")
            let property = #expect(throws: StoreError.self) {
                try context.count(FetchRequest("Item", where: .attribute("titel") == "x"))
            }
            #expect(property?.code == .invalidRequest)
        }
    }
}
