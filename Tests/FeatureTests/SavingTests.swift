import Mercator
import TestSupport
import Testing

@Suite("Saving")
struct SavingTests {
    @Test(arguments: StoreKind.allCases)
    func `names all problems at once, and can be repaired`(store: StoreKind) throws {
        try store.withContainer(Library.model()) { container throws in
            try container.perform { context throws in
                let article = context.insert("Article")
                article["title"] = .null
                let author = context.insert("Author")
                let profile = context.insert("Profile")
                let error = #expect(throws: ValidationError.self) { try context.save() }
                #expect(
                    error?.description == """
                        The changes cannot be saved, 3 problems:
                        - Article/1 title: a value is required
                        - Author/1 name: a value is required
                        - Profile/1 author: an object of Author is required
                        """)
                #expect(
                    error?.problems.map(\.code) == [.missingValue, .missingValue, .missingObject])
                #expect(try container.perform { try $0.count(FetchRequest("Item")) } == 0)
                #expect(article.isInserted && context.hasChanges)
                article["title"] = "Hello"
                author["name"] = "Anna"
                profile[toOne: "author"] = author
                try context.save()
            }
            #expect(try container.perform { try $0.count(FetchRequest("Profile")) } == 1)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `another write since the read is a conflict`(store: StoreKind) throws {
        try store.withContainer(Library.model()) { container throws in
            let id = try container.perform { context throws in
                let tag = context.insert("Tag")
                try context.save()
                return tag.objectID
            }
            try container.perform { context throws in
                let tag = try #require(try context.object(with: id))
                #expect(tag["name"] == .null)
                try container.perform { other throws in
                    try #require(try other.object(with: id))["name"] = "theirs"
                    try other.save()
                }
                tag["name"] = "ours"
                let error = #expect(throws: StoreError.self) { try context.save() }
                #expect(error?.code == .conflict)
                #expect(tag["name"] == "ours" && tag.isUpdated)
                context.rollback()
                #expect(tag["name"] == "theirs")
                tag["name"] = "ours"
                try context.save()
                #expect(tag["name"] == "ours")
            }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `values that were set back are not written`(store: StoreKind) throws {
        try store.withContainer(Library.model()) { container throws in
            let id = try container.perform { context throws in
                let tag = context.insert("Tag")
                tag["name"] = "swift"
                try context.save()
                return tag.objectID
            }
            try container.perform { context throws in
                let tag = try #require(try context.object(with: id))
                tag["name"] = "linux"
                tag["name"] = "swift"
                #expect(!tag.isUpdated)
                try container.perform { other throws in
                    try #require(try other.object(with: id))["name"] = "theirs"
                    try other.save()
                }
                // A write would be a conflict.
                _ = context.insert("Tag")
                try context.save()
                #expect(tag["name"] == "theirs")
                #expect(!context.hasChanges)
            }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `refresh shows what others saved and keeps changes`(store: StoreKind) throws {
        try store.withContainer(Library.model()) { container throws in
            try container.perform { context throws in
                let tags = (0..<3).map { _ in context.insert("Tag") }
                try context.save()
                tags[0]["name"] = "ours"
                context.delete(tags[2])
                let ids = tags.map(\.objectID)
                #expect(tags[1]["name"] == .null)
                try container.perform { other throws in
                    try #require(try other.object(with: ids[1]))["name"] = "theirs"
                    try other.save()
                }
                #expect(tags[1]["name"] == .null)
                context.refresh()
                #expect(tags.map { $0["name"] } == ["ours", "theirs", .null])
                #expect(tags.map(\.exists) == [true, true, false])
                try context.save()
                #expect(try context.fetch(FetchRequest("Tag")) == [tags[0], tags[1]])
            }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `a refused save changes nothing, and can be repaired`(store: StoreKind) throws {
        try store.withContainer(Library.model()) { container throws in
            try container.perform { context throws in
                let first = context.insert("Article")
                first["itemID"] = 1
                try context.save()
                let second = context.insert("Book")
                second["itemID"] = 1
                second[toMany: "tags"] = [context.insert("Tag")]
                let error = #expect(throws: StoreError.self) { try context.save() }
                #expect(error?.code == .uniqueness)
                #expect(try container.perform { try $0.count(FetchRequest("Tag")) } == 0)
                #expect(second.isInserted && second[toMany: "tags"].count == 1)
                second["itemID"] = 2
                try context.save()
                #expect(try context.count(FetchRequest("Item")) == 2)
                #expect(second[toMany: "tags"].count == 1)
            }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `after a conflict, what was not changed shows what the others saved`(
        store: StoreKind
    ) throws {
        try store.withContainer(Library.model()) { container throws in
            try container.perform { context throws in
                let (article, tags) = (
                    context.insert("Article"), ["a", "b"].map { _ in context.insert("Tag") }
                )
                article[toMany: "tags"] = [tags[0]]
                try context.save()
                #expect(tags.map { $0["name"] } == [.null, .null])
                #expect(article[toMany: "tags"] == [tags[0]])
                let ids = (article: article.objectID, tags: tags.map(\.objectID))
                try container.perform { other throws in
                    let theirs = try ids.tags.map { try #require(try other.object(with: $0)) }
                    for tag in theirs { tag["name"] = "theirs" }
                    try #require(try other.object(with: ids.article))[toMany: "tags"] = theirs
                    try other.save()
                }
                tags[0]["name"] = "ours"
                let error = #expect(throws: StoreError.self) { try context.save() }
                #expect(error?.code == .conflict)
                #expect(tags[0]["name"] == "ours" && tags[0].isUpdated)
                #expect(tags[1]["name"] == "theirs", "what was read before is read again")
                #expect(article[toMany: "tags"].count == 2)
            }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `links that were taken away before a refresh are gone after the save`(
        store: StoreKind
    ) throws {
        try store.withContainer(Library.model()) { container throws in
            let id = try container.perform { context throws in
                let article = context.insert("Article")
                article[toMany: "tags"] = (0..<3).map { _ in context.insert("Tag") }
                try context.save()
                return article.objectID
            }
            try container.perform { context throws in
                let article = try #require(try context.object(with: id))
                let tags = article[toMany: "tags"]
                article[toMany: "tags"] = [tags[1]]
                let report = try context.changes()
                context.refresh()
                #expect(article[toMany: "tags"] == [tags[1]])
                #expect(try context.changes() == report && report.objects.count == 3)
                try context.save()
            }
            try container.perform { context throws in
                let article = try #require(try context.object(with: id))
                #expect(article[toMany: "tags"].count == 1)
                let items = try context.fetch(FetchRequest("Tag")).map { $0[toMany: "items"].count }
                #expect(items == [0, 1, 0])
            }
        }
    }
}
