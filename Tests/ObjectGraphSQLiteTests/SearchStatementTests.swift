import ObjectGraph
import ObjectGraphSQLite
import TestSupport
import Testing

/// The numbers of statements of searches, and of saves beside their indexes.
@Suite("Statements of searches")
struct SearchStatementTests {
    struct Post: Entity {
        let title = Attribute<String>(isSearchable: true)
        let author = ToOne<Writer>(inverse: \.posts)
        let comments = ToMany<Comment>(inverse: \.post)
    }

    struct Writer: Entity {
        let name = Attribute<String>()
        let posts = ToMany<Post>()
    }

    struct Comment: Entity {
        let text = Attribute<String>()
        let post = ToOne<Post>()
    }

    @Test("does not depend on the number of hits, also through relationships")
    func relatedTexts() throws {
        let counts = try [3, 60].map { count in
            let file = try TemporaryStore()
            let container = try PersistentContainer(
                model: ManagedObjectModel(Post.self, Writer.self, Comment.self),
                store: SQLiteStore(file.path))
            try container.write { context in
                for number in 0..<count {
                    let post = context.insert(Post.self)
                    let (writer, comment) = (
                        context.insert(Writer.self), context.insert(Comment.self)
                    )
                    (post.title, writer.name, comment.text) = ("\(number)", "Anna", "Good")
                    (post.author, comment.post) = (writer, post)
                }
            }
            let backend = try #require(container.backend as? SQLiteBackend)
            let before = backend.statementCount
            let hits = try container.search(
                Post.self, "anna good", in: \.author.name, \.comments.text)
            #expect(hits.count == count)
            return backend.statementCount - before
        }
        #expect(counts[0] == counts[1])
    }

    @Test("of an opening and of a save do not depend on the number of indexes")
    func manyIndexes() throws {
        let counts = try [1, 20].map { count in
            let notes = (0..<count).map { number in
                EntityDescription(
                    "Note\(number)",
                    attributes: [AttributeDescription("text", .string, isSearchable: true)])
            }
            let model = try ManagedObjectModel(notes + [EntityDescription("Plain")])
            let file = try TemporaryStore()
            _ = try file.open(model)
            let container = try PersistentContainer(model: model, store: SQLiteStore(file.path))
            let backend = try #require(container.backend as? SQLiteBackend)
            let opening = backend.statementCount
            try container.write { _ = $0.insert("Plain") }
            let plain = backend.statementCount
            try container.write { $0.insert("Note0")["text"] = "harbour" }
            return [opening, plain - opening, backend.statementCount - plain]
        }
        #expect(counts[0] == counts[1])
    }
}
