import Foundation
import Mercator
import Testing

@Suite("Asking the graph")
struct AskingTheGraphTests {
    struct Post: Entity {
        let title = Attribute<String>()
        let likes = Attribute<Int>(default: 0)
        let price = Attribute<Decimal?>()
        let createdAt = Attribute<Timestamp?>()
        let author = ToOne<Author>(inverse: \.posts)
        let comments = ToMany<Comment>(inverse: \.post)
    }

    struct Author: Entity {
        let name = Attribute<String>()
        let city = Attribute<String?>()
        let posts = ToMany<Post>()
    }

    struct Comment: Entity {
        let text = Attribute<String>()
        let stars = Attribute<Int?>()
        let post = ToOne<Post>()
    }

    private let container: PersistentContainer

    init() throws {
        let model = try ManagedObjectModel(Post.self, Author.self, Comment.self)
        container = try PersistentContainer(model: model, store: InMemoryStore())
        try container.write { context in
            let authors = [("Anna", "Bonn"), ("Ben", nil), ("Carl", "Bonn")].map { name, city in
                let author = context.insert(Author.self)
                author.name = name
                author.city = city
                return author
            }
            let posts: [(String, Int, Decimal?, Int?)] = [
                ("a", 12, Decimal(string: "0.1"), 0), ("b", 3, Decimal(string: "0.2"), 0),
                ("c", 20, nil, 1), ("d", 1, 100, nil),
            ]
            for (index, (title, likes, price, author)) in posts.enumerated() {
                let post = context.insert(Post.self)
                post.title = title
                post.likes = likes
                post.price = price
                post.createdAt = Timestamp("2024-01-0\(index + 1)T00:00:00Z")
                post.author = author.map { authors[$0] }
                for stars in 0..<(3 - index) where index < 3 {
                    let comment = context.insert(Comment.self)
                    comment.text = "\(title) \(stars)"
                    comment.stars = stars == 0 ? nil : 3 + stars
                    comment.post = post
                }
            }
        }
    }

    @Test func `values come as tuples`() throws {
        let (best, titles) = try container.read { context in
            let best = try context.select(
                Post.self, \.title, \.likes, \.author.name, sortedBy: [.descending(\Post.likes)],
                limit: 3)
            for (title, likes, name) in best { print(title, likes, name ?? "nobody") }
            let titles: [String] = try context.select(Post.self, \.title) { $0.likes >= 10 }
            return (best.map { "\($0.0) \($0.1) \($0.2 ?? "-")" }, titles)
        }
        #expect(best == ["c 20 Ben", "a 12 Anna", "b 3 Anna"])
        #expect(titles == ["a", "c"])
    }

    @Test func `rows are decoded`() throws {
        try container.read { context in
            struct Standing: Decodable, Equatable {
                let author: String?
                let count: Int
            }

            let standings = try context.select(
                SelectRequest("Post", [ValueExpression("author.name").named("author"), .count])
            ).map { try $0.decode(as: Standing.self) }
            #expect(
                standings == [
                    Standing(author: nil, count: 1), Standing(author: "Anna", count: 2),
                    Standing(author: "Ben", count: 1),
                ])
        }
    }

    @Test func `a selection is text`() throws {
        let rows = try container.read { context in
            let request = try SelectRequest(
                format: "Post group by author.name: count, max(likes) where likes > %@ sort -count",
                0)
            let rows = try context.select(request)
            return rows
        }
        #expect(rows.map(\.values) == [["Anna", 2, 12], [.null, 1, 1], ["Ben", 1, 20]])
        #expect(rows[0].names == ["author.name", "count", "max(likes)"])
    }

    /// The rows of the table of questions: the texts, and what they find.
    static let questions: [(String, [[Value]])] = [
        ("Post: count", [[4]]),
        ("Post: DISTINCT title", [["a"], ["b"], ["c"], ["d"]]),
        ("Post: title sort -createdAt limit 10", [["d"], ["c"], ["b"], ["a"]]),
        ("Post group by author.name: count", [[.null, 1], ["Anna", 2], ["Ben", 1]]),
        ("Post group by author.name: count having count >= 5", []),
        ("Author: name, count(posts)", [["Anna", 2], ["Ben", 1], ["Carl", 0]]),
        ("Author: name where posts.@count == 0", [["Carl"]]),
        (
            "Post: title, count(comments) sort -count(comments) limit 3",
            [["a", 3], ["b", 2], ["c", 1]]
        ),
        ("Post: sum(likes)", [[36]]),
        (
            "Post: title, sum(comments.stars)",
            [["a", 9], ["b", 4], ["c", .null], ["d", .null]]
        ),
        (
            "Post group by author.name: avg(likes)",
            [[.null, 1.0], ["Anna", 7.5], ["Ben", 20.0]]
        ),
        (
            "Post: min(price), max(price)",
            [[.decimal(Decimal(string: "0.1") ?? 0), .decimal(100)]]
        ),
        ("Post: sum(price)", [[.decimal(Decimal(string: "100.3") ?? 0)]]),
        ("Author: count(DISTINCT city)", [[1]]),
        ("Author: count(city)", [[2]]),
        ("Post group by author.city: sum(likes) sort -sum(likes) limit 1", [[.null, 21]]),
        ("Post group by count(comments): count", [[0, 1], [1, 1], [2, 1], [3, 1]]),
        (
            "Post group by author.name: max(createdAt)",
            [
                [.null, date("2024-01-04T00:00:00Z")], ["Anna", date("2024-01-02T00:00:00Z")],
                ["Ben", date("2024-01-03T00:00:00Z")],
            ]
        ),
        ("Post: title where max(comments.stars) == 5", [["a"]]),
    ]

    private static func date(_ text: String) -> Value { Timestamp(text).map(Value.date) ?? .null }

    @Test(arguments: questions)
    func `each question has its answer`(text: String, answer: [[Value]]) throws {
        let rows = try container.read { try $0.select(SelectRequest(format: text)) }
        #expect(rows.map(\.values) == answer)
    }

    @Test func `each key path finds what its text finds`() throws {
        try container.read { context in
            func values(_ text: String) throws -> [[Value]] {
                try context.select(SelectRequest(format: text)).map(\.values)
            }
            func all<each Column: AttributeValue>(
                _ rows: [(repeat each Column)]
            ) -> [[Value]] {
                rows.map { row in
                    var values: [Value] = []
                    for value in repeat each row { values.append(value.attributeValue) }
                    return values
                }
            }
            let found: [([[Value]], String)] = [
                (all(try context.select(Post.self, \.objectCount)), "Post: count"),
                (
                    all(try context.select(Post.self, \.title, isDistinct: true)),
                    "Post: DISTINCT title"
                ),
                (
                    all(
                        try context.select(
                            Post.self, \.title, sortedBy: [.descending(\Post.createdAt)], limit: 10)
                    ), "Post: title sort -createdAt limit 10"
                ),
                (
                    all(try context.select(Post.self, \.author.name, \.objectCount)),
                    "Post group by author.name: count"
                ),
                (
                    all(
                        try context.select(
                            Post.self, \.author.name, \.objectCount,
                            having: { $0.objectCount >= 5 })),
                    "Post group by author.name: count having count >= 5"
                ),
                (
                    all(try context.select(Author.self, \.name, \.posts.count)),
                    "Author: name, count(posts)"
                ),
                (
                    all(try context.select(Author.self, \.name) { $0.posts.count == 0 }),
                    "Author: name where posts.@count == 0"
                ),
                (
                    all(
                        try context.select(
                            Post.self, \.title, \.comments.count,
                            sortedBy: [.descending(\Post.comments.count)], limit: 3)),
                    "Post: title, count(comments) sort -count(comments) limit 3"
                ),
                (all(try context.select(Post.self, \.likes.sum)), "Post: sum(likes)"),
                (
                    all(try context.select(Post.self, \.title, \.comments.stars.sum)),
                    "Post: title, sum(comments.stars)"
                ),
                (
                    all(try context.select(Post.self, \.author.name, \.likes.average)),
                    "Post group by author.name: avg(likes)"
                ),
                (
                    all(try context.select(Post.self, \.price.minimum, \.price.maximum)),
                    "Post: min(price), max(price)"
                ),
                (all(try context.select(Post.self, \.price.sum)), "Post: sum(price)"),
                (
                    all(try context.select(Author.self, \.city.distinctCount)),
                    "Author: count(DISTINCT city)"
                ),
                (all(try context.select(Author.self, \.city.valueCount)), "Author: count(city)"),
                (
                    all(
                        try context.select(
                            Post.self, \.author.city, \.likes.sum,
                            sortedBy: [.descending(\Post.likes.sum)], limit: 1)),
                    "Post group by author.city: sum(likes) sort -sum(likes) limit 1"
                ),
                (
                    all(try context.select(Post.self, \.comments.count, \.objectCount)),
                    "Post group by count(comments): count"
                ),
                (
                    all(try context.select(Post.self, \.author.name, \.createdAt.maximum)),
                    "Post group by author.name: max(createdAt)"
                ),
                (
                    all(
                        try context.select(Post.self, \.title) { $0.comments.stars.maximum == 5 }),
                    "Post: title where max(comments.stars) == 5"
                ),
            ]
            for (rows, text) in found { #expect(try rows == values(text), "\(text)") }
        }
    }

    @Test func `aggregates are conditions and sort keys`() throws {
        let titles = try container.read { context in
            let popular = try context.fetch(
                Post.self, sortedBy: [.descending(\Post.comments.count)], limit: 10
            ) { $0.comments.stars.average >= 4 && $0.author.city == "Bonn" }
            return popular.map(\.title)
        }
        #expect(titles == ["a", "b"])
    }

    @Test func `rows are read one by one, in pages, and asynchronously`() async throws {
        let (total, listed) = try container.read { context in
            var total = 0
            try context.forEachRow(of: SelectRequest("Post", ["likes"])) { row in
                if case .integer(let likes) = row[0] { total += Int(likes) }
            }
            var lengths: [Int: Int] = [:]
            try context.forEachRow(of: Post.self, \.title, \.likes) { title, likes in
                lengths[likes] = title.count
            }
            #expect(lengths == [12: 1, 3: 1, 20: 1, 1: 1])
            var listed: [Value] = []
            let request = SelectRequest(
                "Post", ["title"], sortedBy: [.descending("likes")], limit: 2)
            var page = try context.page(request)
            listed += page.rows.map { $0[0] }
            while let position = page.next {
                page = try context.page(request, after: position)
                listed += page.rows.map { $0[0] }
            }
            return (total, listed)
        }
        #expect(total == 36)
        #expect(listed == ["c", "a", "b", "d"])
        var likes: [String: Value] = [:]
        var names: [String: String?] = [:]
        for try await row in container.rows(of: SelectRequest("Post", ["title", "likes"])) {
            likes["\(row[0])"] = row["likes"]
        }
        for try await (title, name) in container.rows(of: Post.self, \.title, \.author.name) {
            names[title] = name
        }
        #expect(names.keys.sorted() == ["a", "b", "c", "d"])
        #expect(likes == [#""a""#: 12, #""b""#: 3, #""c""#: 20, #""d""#: 1])
    }

    @Test func `what a condition matches is changed`() throws {
        let changed = try container.update(Post.self, where: { $0.likes > 2 }) {
            [$0.likes.set(to: $0.likes + 1), $0.title.set(to: $0.title + "!")]
        }
        let deleted = try container.delete(Post.self) { $0.author.name == "Anna" }
        #expect((changed, deleted) == (3, 2))
        let request = UpdateRequest(
            "Post", where: .attribute("price") == nil,
            setting: ["price": .coalesced("price", 0), "title": "title" + .value("?")])
        let dryRun = try container.dryRun(of: request)
        if dryRun.changes.count(.updated) < 100 { try container.update(request) }
        #expect(dryRun.result == 1)
        let rows = try container.read { try $0.select(Post.self, \.title, \.likes) }
        #expect(rows.map { "\($0.0) \($0.1)" } == ["c!? 21", "d 1"])
    }

    @Test func `an error has a caret`() throws {
        var message = ""
        do {
            _ = try SelectRequest(format: "Post: count limt 3")
        } catch {
            message = "\(error)"
        }
        #expect(message == (try Guide("Guides/AskingTheGraph.md").texts[1]))
    }
}
