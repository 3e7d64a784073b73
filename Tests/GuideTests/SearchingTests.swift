import Mercator
import Testing

@Suite("Searching")
struct SearchingTests {
    struct Post: Entity {
        let title = Attribute<String>(isSearchable: true)
        let body = Attribute<String?>(isSearchable: true)
        let likes = Attribute<Int>(default: 0)
        let author = ToOne<Author>(inverse: \.posts)
        let comments = ToMany<Comment>(inverse: \.post)
    }

    struct Author: Entity {
        let name = Attribute<String>(isSearchable: true)
        let posts = ToMany<Post>()
    }

    struct Comment: Entity {
        let text = Attribute<String>()
        let post = ToOne<Post>()
    }

    private let container: PersistentContainer

    init() throws {
        let model = try ManagedObjectModel(Post.self, Author.self, Comment.self)
        container = try PersistentContainer(model: model, store: InMemoryStore())
        try container.write { context in
            let anna = context.insert(Author.self)
            anna.name = "Anna"
            let posts = [
                ("A storm", "It closed the harbour.", 3), ("Harbour", nil, 20), ("Soup", nil, 12),
            ]
            for (title, body, likes) in posts {
                let post = context.insert(Post.self)
                (post.title, post.body, post.likes, post.author) = (title, body, likes, anna)
                let comment = context.insert(Comment.self)
                (comment.text, comment.post) = ("Near the harbour!", post)
            }
        }
    }

    @Test func `hits are ranked and show the words`() throws {
        let hits = try container.search(Post.self, "harbour storm", limit: 20)
        for hit in hits {
            print(hit.objectID)
            for excerpt in hit.excerpts { print("  \(excerpt.path): \(excerpt.marked("[", "]"))") }
        }
        #expect(hits.count == 1)
        #expect(
            hits[0].excerpts.map { $0.marked("[", "]") } == [
                "A [storm]", "It closed the [harbour].",
            ])
        let popular = try container.search(Post.self, "harbour") { $0.likes > 10 }
        let byAnna = try container.search(Post.self, "anna storm", in: \.title, \.author.name)
        let discussed = try container.search(Post.self, "harbour", in: \.title, \.comments.text)
        #expect((popular.count, byAnna.count, discussed.count) == (1, 1, 3))
    }

    @Test func `a search is a condition`() throws {
        let counts = try container.read { context in
            let recent = try context.fetch(Post.self, sortedBy: [.descending("likes")]) {
                $0.matches("harbour -storm") && $0.likes > 10
            }
            let count = try context.select(Post.self, \.objectCount) { $0.matches("harbour") }
            let text = try EntityPredicate(
                format: "search('harbour', title, author.name) AND likes > 10")
            let quiet = try context.fetch(FetchRequest("Post", where: !.matches("storm")))
            return [
                recent.count, count[0], try context.count(FetchRequest("Post", where: text)),
                quiet.count,
            ]
        }
        #expect(counts == [1, 2, 1, 2])
    }

    @Test func `a search is observed`() async throws {
        var counts: [Int] = []
        for try await changes in container.changes(of: Post.self, where: { $0.matches("harbour") })
        {
            print("\(changes.inserted.count) more about harbours")
            counts.append(changes.inserted.count)
            if counts.count == 2 { break }
            try container.write { $0.insert(Post.self).title = "Harbour again" }
        }
        #expect(counts == [2, 1])
    }

    @Test func `an observation ends with its task`() async throws {
        let container = container
        let task = Task {
            for try await changes in container.changes(
                of: Post.self, where: { $0.matches("harbour") })
            {
                print("\(changes.inserted.count) more about harbours")
            }
        }
        try await Task.sleep(for: .milliseconds(20))
        task.cancel()
        try await task.value
    }

    @Test func `words are folded`() {
        let typed = SearchQuery("big harb", isPrefix: true)
        #expect(typed.description == "big harb*")
        let words = SearchTokenizer.words(in: "The Ångström, & co.").map(\.text)
        #expect(words == ["the", "angstrom", "co"])
        #expect(SearchQuery("東京").description == "\"東 京\"")
    }
}
