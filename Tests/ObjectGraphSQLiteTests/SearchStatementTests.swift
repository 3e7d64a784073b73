import ObjectGraph
import ObjectGraphSQLite
import TestSupport
import Testing

/// The number of statements of a search.
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
}
