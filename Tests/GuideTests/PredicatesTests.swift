import Mercator
import Testing

@Suite("Fetching and predicates")
struct PredicatesTests {
    struct Article: Entity {
        let title = Attribute<String>()
        let rating = Attribute<Double?>()
        let createdAt = Attribute<Timestamp?>()
        let isArchived = Attribute<Bool>(default: false)
        let author = ToOne<Author>(inverse: \.articles)
        let tags = ToMany<Tag>()
    }

    struct Author: Entity {
        let name = Attribute<String>()
        let articles = ToMany<Article>()
    }

    struct Tag: Entity {
        let name = Attribute<String>()
    }

    private let container: PersistentContainer

    init() throws {
        let model = try ManagedObjectModel(Article.self, Author.self, Tag.self)
        container = try PersistentContainer(model: model, store: InMemoryStore())
        try container.perform { context in
            let anna = context.insert("Author")
            anna["name"] = "Anna"
            let swift = context.insert("Tag")
            swift["name"] = "swift"
            let ratings: [(String, Double)] = [("b", 4), ("A", 4), ("c", 5), ("d", 2)]
            for (title, rating) in ratings {
                let article = context.insert("Article")
                article["title"] = .string(title)
                article["rating"] = .double(rating)
                guard rating < 5 else { continue }
                article[toOne: "author"] = anna
                article[toMany: "tags"] = [swift]
            }
            try context.save()
        }
    }

    private func titles(_ predicate: EntityPredicate) throws -> [Value] {
        try container.perform { context in
            try context.fetch(FetchRequest("Article", where: predicate)).map { $0["title"] }
        }
    }

    @Test func `a request filters, sorts and cuts`() throws {
        let titles = try container.perform { context in
            let articles = try context.fetch(
                Article.self,
                sortedBy: [
                    .descending(\Article.rating), .ascending(\Article.title, .caseInsensitive),
                ],
                limit: 20
            ) {
                $0.rating >= 4 && $0.isArchived == false
            }
            return articles.map(\.title)
        }
        #expect(titles == ["c", "A", "b"])
        let named = try container.perform { context in
            let request = FetchRequest(
                "Article", where: .attribute("rating") >= 4 && .attribute("isArchived") == false,
                sortedBy: [.descending("rating"), .ascending("title", .caseInsensitive)], limit: 20)
            let first = try context.first(Article.self) { $0.title.path.begins(with: "A") }
            #expect(first?.rating == 4)
            return try context.fetch(request).map { $0["title"] }
        }
        #expect(named == ["c", "A", "b"])
    }

    @Test func `a list reads what it shows`() throws {
        let (lines, same) = try container.perform { context in
            let listed = try context.fetch(
                Article.self, attributes: [\.title, \.rating],
                sortedBy: [.ascending(\Article.title)])
            let lines = listed.map { "\($0.title): \($0.rating ?? 0)" }
            let request = FetchRequest("Article", attributesToFetch: ["title", "rating"])
            return (lines, try context.fetch(request).map { $0["title"] })
        }
        #expect(lines == ["A: 4.0", "b: 4.0", "c: 5.0", "d: 2.0"])
        #expect(same == ["b", "A", "c", "d"])
    }

    @Test func `closures follow relationships`() throws {
        let (alone, tagged, open) = try container.read { context in
            (
                try context.fetch(Article.self) { $0.author.isNil }.map(\.title),
                try context.fetch(Article.self) { $0.tags.any { $0.name == "swift" } }.count,
                try context.fetch(Author.self) { $0.articles.all { $0.isArchived == false } }.count
            )
        }  // (["c"], 3, 1)
        #expect(alone == ["c"])
        #expect((tagged, open) == (3, 1))
        let untagged = try container.read { context in
            try context.fetch(Article.self) { $0.tags.isEmpty || !$0.author.articles.isEmpty }
                .map(\.title)
        }
        #expect(untagged == ["b", "A", "c", "d"])
    }

    @Test func `predicates in Swift say what the guide says`() throws {
        let good: EntityPredicate = .attribute("isArchived") == false && .attribute("rating") > 3.5
        let anna: EntityPredicate = .attribute("author.name").begins(with: "anna", .caseInsensitive)
        let isLoose: EntityPredicate = .relationship("author").isNil
        let isBusy: EntityPredicate = .relationship("author.articles").count >= 2
        let tagged: EntityPredicate = .any(.attribute("tags.name") == "swift")
        let both: EntityPredicate = .any(
            "tags", .attribute("name") > "a" && .attribute("name") < "t")
        #expect(try titles(good) == ["b", "A", "c"])
        #expect(try titles(anna) == ["b", "A", "d"])
        #expect(try titles(isLoose) == ["c"])
        #expect(try titles(isBusy) == ["b", "A", "d"])
        #expect(try titles(tagged) == ["b", "A", "d"])
        #expect(try titles(both) == ["b", "A", "d"])

        let (byValue, byText) = try container.perform { context in
            let first = try #require(try context.fetch(FetchRequest("Article")).first)
            let read: Value = first["title"]
            let sameTitle: EntityPredicate = .attribute("title") == read
            let sameText = try EntityPredicate(format: "title == %@", read)
            return (sameTitle, sameText)
        }
        #expect(try titles(byValue) == ["b"])
        #expect(byText == byValue)
        #expect(try titles(.attribute("createdAt") == .null) == titles(.true))

        let text = tagged.description  // ANY tags.name == "swift"
        let same = try EntityPredicate(format: text)
        #expect(text == #"ANY tags.name == "swift""#)
        #expect(same == tagged)
    }

    @Test func `predicates from text say what the guide says`() throws {
        let start = try #require(Timestamp("2024-01-01"))
        let fromText = try EntityPredicate(
            format: "isArchived == NO AND author.name BEGINSWITH[cd] %@ AND rating BETWEEN {3, %@}",
            "anna", 4.5)
        let recent = try EntityPredicate(
            format: "createdAt > $start OR ANY tags.name IN $names", arguments: [],
            variables: ["start": start, "names": ["swift", "linux"]])
        #expect(try titles(fromText) == ["b", "A"])
        #expect(try titles(recent) == ["b", "A", "d"])
    }

    @Test(
        arguments: [
            ("rating = 5", ["c"]), ("rating IN {2, 5}", ["c", "d"]),
            ("title LIKE '?'", ["b", "A", "c", "d"]), ("title MATCHES '[a-c]'", ["b", "c"]),
            ("title ==[c] 'a'", ["A"]), ("NONE tags.name == 'swift'", ["c"]),
            ("ALL tags WHERE (name LIKE 's*')", ["b", "A", "c", "d"]), ("tags.@count == 0", ["c"]),
            ("title == 'b' OR title == 'c' AND NOT rating == 5", ["b"]),
            ("createdAt < CAST('2024-02-29T12:00:00Z', 'date')", []), ("#title == 'b'", ["b"]),
            ("rating != 5", ["b", "A", "d"]), ("createdAt < NULL", []),
        ] as [(String, [Value])])
    func `the table's spellings mean what it says`(format: String, expected: [Value]) throws {
        #expect(try titles(EntityPredicate(format: format)) == expected)
    }

    @Test func `a mistake shows its place`() throws {
        var message = ""
        do {
            _ = try EntityPredicate(format: "title CONTAIN 'a'")
        } catch {
            message = "\(error)"
        }
        #expect(try Guide("Guides/Predicates.md").texts == [message])
    }

    @Test func `limits are the same in memory as in a file`() throws {
        var refused = false
        let count = try container.perform { context in
            var anyOfMany = EntityPredicate.false
            for rating in 0..<50_000 {
                anyOfMany = anyOfMany || .attribute("rating") == Double(rating)
            }
            let rated = try context.count(FetchRequest("Article", where: anyOfMany))

            var tooDeep: EntityPredicate = .attribute("rating") > 3
            for _ in 0..<30 { tooDeep = !(tooDeep && .attribute("isArchived") == false) }
            do {
                _ = try context.fetch(FetchRequest("Article", where: tooDeep))
            } catch StoreError.Code.invalidRequest {
                refused = true
            }
            #expect(tooDeep.description.hasPrefix("<conditions are nested deeper than 50 levels"))
            return rated
        }
        #expect(count == 4 && refused)
    }

    @Test func `a wrong name is found before anything is read`() {
        let error = #expect(throws: StoreError.self) {
            _ = try titles(.attribute("titel") == "x")
        }
        #expect(
            error?.message.hasSuffix("no property 'titel' in Article; did you mean 'title'?")
                == true)
    }
}
