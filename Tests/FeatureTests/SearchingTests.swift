import Mercator
import TestSupport
import Testing

/// Searches on every store: what they find, in what order, and what is wrong with them.
@Suite("Searching texts")
struct SearchingTests {
    struct Post: Entity {
        let title = Attribute<String>(isSearchable: true)
        let body = Attribute<String?>(isSearchable: true)
        let note = Attribute<String?>()
        let likes = Attribute<Int>(default: 0)
        let link = Attribute<String?>()
        let author = ToOne<Writer>(inverse: \.posts)
        let comments = ToMany<Comment>(inverse: \.post, isOrdered: true)
    }

    struct Writer: Entity {
        let name = Attribute<String>(isSearchable: true)
        let posts = ToMany<Post>()
    }

    struct Comment: Entity {
        let text = Attribute<String>()
        let post = ToOne<Post>()
    }

    /// An entity without searchable texts.
    struct Tag: Entity {
        let label = Attribute<String>()
    }

    /// Calls a closure with three posts by two writers, with comments.
    private func withPosts<Result>(
        _ kind: StoreKind, _ body: (PersistentContainer) throws -> Result
    ) throws -> Result {
        let model = try ManagedObjectModel(Post.self, Writer.self, Comment.self, Tag.self)
        return try kind.withContainer(model) { container in
            try container.write { context in
                let writers = ["Anna Ångström", "Ben Harbour"].map { name in
                    let writer = context.insert(Writer.self)
                    writer.name = name
                    return writer
                }
                let posts = [
                    ("Storm in the harbour", "The harbour was closed. Ships waited.", 3, 0),
                    ("Calm", "Nothing happened in the big harbour of Hamburg.", 20, 0),
                    ("Recipes", "Soup", 5, 1),
                ]
                for (title, text, likes, writer) in posts {
                    let post = context.insert(Post.self)
                    (post.title, post.body, post.likes) = (title, text, likes)
                    post.author = writers[writer]
                    post.note = "draft \(title)"
                    for text in ["Good \(title)!", "Thanks"] {
                        let comment = context.insert(Comment.self)
                        (comment.text, comment.post) = (text, post)
                    }
                }
            }
            return try body(container)
        }
    }

    private func titles(
        _ container: PersistentContainer, _ condition: @Sendable (Post) -> EntityPredicate
    ) throws -> [String] {
        try container.read { try $0.fetch(Post.self, where: condition).map(\.title) }
    }

    @Test(
        "finds words in attributes of objects and of related ones", arguments: StoreKind.everyKind)
    func places(kind: StoreKind) throws {
        try withPosts(kind) { container in
            let (storm, calm, recipes) = ("Storm in the harbour", "Calm", "Recipes")
            #expect(try titles(container) { $0.matches("harbour") } == [storm, calm])
            #expect(try titles(container) { $0.matches("harbour", in: \.title) } == [storm])
            #expect(try titles(container) { $0.matches("storm ships") } == [storm])
            #expect(try titles(container) { $0.matches("harbour -storm") } == [calm])
            #expect(try titles(container) { $0.matches("-harbour") } == [recipes])
            #expect(
                try titles(container) { $0.matches("\"big harb*\" OR soup") } == [calm, recipes])
            #expect(try titles(container) { $0.matches("draft", in: \.note) }.count == 3)
            #expect(
                try titles(container) { $0.matches("angstrom", in: \.author.name).self } == [
                    storm, calm,
                ])
            #expect(
                try titles(container) { $0.matches("harbour", in: \.title, \.author.name) }
                    == [storm, recipes])
            #expect(
                try titles(container) { $0.matches("anna harbour", in: \.title, \.author.name) }
                    == [storm])
            #expect(
                try titles(container) { $0.matches("good calm", in: \.comments.text) } == [calm])
            #expect(
                try titles(container) { $0.matches("harbour") && $0.likes > 10 } == [calm])
            #expect(
                try titles(container) { !$0.matches("harbour") || $0.likes > 10 } == [
                    calm, recipes,
                ])
            #expect(try titles(container) { $0.matches("") }.isEmpty)
            #expect(try titles(container) { $0.matches("--- ( \" OR") }.isEmpty)
            let writers = try container.read { context in
                try context.fetch(Writer.self) { _ in
                    .any("posts", .matches("soup"))
                }.map(\.name)
            }
            #expect(writers == ["Ben Harbour"])
            let text = try EntityPredicate(format: "search('storm', title, author.name)")
            #expect(
                try container.read { try $0.count(FetchRequest("Post", where: text)) } == 1)
        }
    }

    @Test("sees pending changes", arguments: StoreKind.everyKind)
    func pendingChanges(kind: StoreKind) throws {
        try withPosts(kind) { container in
            try container.write { context in
                func found(_ query: SearchQuery) throws -> [String] {
                    try context.search(SearchRequest("Post", query)).compactMap { hit in
                        hit.excerpts.first?.marked("[", "]")
                    }
                }
                let posts = try context.fetch(Post.self)
                posts[0].title = "Quiet"
                posts[0].body = nil
                context.delete(posts[1])
                #expect(try found("harbour OR soup") == ["[Soup]"])
                #expect(try context.fetch(Post.self) { $0.matches("quiet") }.count == 1)
                try #require(posts[2].author).name = "Anna"
                #expect(
                    try context.fetch(Post.self) { $0.matches("anna", in: \.author.name) }.count
                        == 2)
            }
        }
    }

    @Test("ranks hits, and shows where the words are", arguments: StoreKind.everyKind)
    func hits(kind: StoreKind) throws {
        try withPosts(kind) { container in
            let hits = try container.search(Post.self, "harbour")
            #expect(hits.map(\.objectID.number) == [1, 2])
            #expect(hits[0].score > hits[1].score)
            #expect(
                hits[0].excerpts.map { "\($0.path): \($0.marked("[", "]"))" } == [
                    "title: Storm in the [harbour]",
                    "body: The [harbour] was closed. Ships waited.",
                ])
            #expect(
                hits[1].description
                    == "Post/2\n  body: Nothing happened in the big [harbour] of Hamburg.")
            #expect(try container.search(Post.self, "harbour", limit: 1).map(\.id) == [hits[0].id])
            #expect(
                try container.search(Post.self, "harbour", limit: 5, offset: 1).map(\.id)
                    == [hits[1].id])
            #expect(
                try container.search(Post.self, "harbour") { $0.likes > 10 }.map(\.id)
                    == [hits[1].id])
            let related = try container.search(
                Post.self, "anna OR good", in: \.title, \.author.name, \.comments.text)
            #expect(related.count == 3)
            #expect(related[0].excerpts.map(\.path) == ["author.name", "comments.text"])
            #expect(try container.search(Post.self, "harbour -storm").map(\.id) == [hits[1].id])
            #expect(try container.search(Post.self, "NOT harbour").map(\.id.number) == [3])
            #expect(try container.search(Post.self, "").isEmpty)
            #expect(try container.search(Post.self, "xyz").isEmpty)
        }
    }

    @Test("observes what a search finds", arguments: StoreKind.everyKind)
    func observing(kind: StoreKind) async throws {
        let model = try ManagedObjectModel(Post.self, Writer.self, Comment.self, Tag.self)
        try await kind.withStoreAwaiting { store in
            let container = try PersistentContainer(model: model, store: store)
            let changes = container.changes(of: Post.self) { $0.matches("harbour") }
            var iterator = changes.makeAsyncIterator()
            #expect(try await iterator.next()?.count == 0)
            try container.write { $0.insert(Post.self).title = "Harbour" }
            #expect(try await iterator.next()?.inserted.count == 1)
            try container.write { try $0.fetch(Post.self)[0].title = "Port" }
            #expect(try await iterator.next()?.deleted.count == 1)
        }
    }

    @Test("names what cannot be searched", arguments: StoreKind.everyKind)
    func mistakes(kind: StoreKind) throws {
        try withPosts(kind) { container in
            func message(_ entity: String, _ paths: String...) -> String {
                let error = #expect(throws: StoreError.self) {
                    _ = try container.search(SearchRequest(entity, "a", in: paths))
                }
                #expect(error?.code == .invalidRequest)
                return error?.message ?? ""
            }
            #expect(
                message("Tag")
                    == "Tag: no attribute is searchable; declare one with isSearchable, or name "
                    + "the attributes to search")
            #expect(message("Post", "tilte").contains("did you mean 'title'"))
            #expect(message("Post", "likes").contains("expected a text attribute"))
            #expect(message("Post", "author").contains("expected an attribute"))
            #expect(message("Post", "author.nam").contains("did you mean 'name'"))
            #expect(message("Pst").contains("did you mean 'Post'"))
            let error = #expect(throws: StoreError.self) {
                _ = try container.search(Post.self, "a", in: \.comments.count)
            }
            #expect(error?.message.contains("no property") == true)
        }
    }

    @Test("is not declared for numbers")
    func numbers() {
        let error = #expect(throws: ManagedObjectModelError.self) {
            _ = try ManagedObjectModel([
                EntityDescription(
                    "Post",
                    attributes: [AttributeDescription("likes", .integer64, isSearchable: true)])
            ])
        }
        #expect(error?.problems.map(\.code) == [.searching])
    }
}
