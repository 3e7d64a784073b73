import EntityMapper
import MappingFiles
import MercatorPayload
import ObjectGraph
import Testing
import ValueTransforms

@Suite("Text of mapping files")
struct MappingFileTextTests {
    @Test func `the example is read, and written as the same bytes`() throws {
        let file = try MappingFile(parsing: FileExample.text)
        #expect(try file.text == FileExample.text)
        #expect(file.entities.map(\.name) == ["Comment", "Post", "Tag"])
        #expect(file.fixed == ["Comment.post"])
        #expect(file.paths["Tag"] == ["comments[].tags[]"])
        #expect(file.ignored == ["comments[].body_html"])
        #expect(file.possible == [.init(connect: "Comment.email=User.email", confidence: 45)])
        let model = try file.model()
        #expect(
            model["Post"]?.relationship(named: "comments")
                == .toMany("comments", "Comment", inverse: "post"))
        #expect(try file.plan().model == model)
    }

    @Test func `an inverse may be described at both ends, and is written at one`() throws {
        let both = FileExample.text.replacing(
            #""title": {"from": "title", "type": "string"}"#,
            with: #""title": {"from": "title", "type": "string"}"#
        ).replacing(
            """
                  "identification": ["postID"],

            """,
            with: """
                      "identification": ["postID"],
                      "relationships": {"comments": {"to": "Comment", "many": true, "inverse": "post"}},

                """)
        #expect(both != FileExample.text)
        #expect(try MappingFile(parsing: both).text == FileExample.text)
    }

    @Test func `a file maps payloads`() throws {
        let file = try MappingFile(parsing: FileExample.text)
        let container = try PersistentContainer(model: file.model(), store: InMemoryStore())
        let payload = """
            {"comments": [{"id": 1, "created_at": 0, "postId": 7,
                           "tags": [{"name": "b"}, {"name": "a"}]}],
             "posts": [{"id": 7, "title": "T"}]}
            """
        _ = try MappingOperation(file.plan()).run(payload, in: container)
        try container.perform { context in
            let post = try #require(context.fetch(FetchRequest("Post")).first)
            let comment = try #require(post[toMany: "comments"].first)
            #expect(comment["createdAt"] == .date(Timestamp(uncheckedSeconds: 0, nanoseconds: 0)))
            #expect(comment[toMany: "tags"].map { $0["name"] } == ["b", "a"])
        }
    }
}
