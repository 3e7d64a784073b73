import Mercator
import Testing

@Suite("Mapping files")
struct MappingFilesTests {
    private let text = """
        {
          "mercator": {"mapping": 1},
          "source": {"format": "json"},
          "roots": [
            {"at": "comments", "entity": "Comment"},
            {"at": "posts", "entity": "Post"}
          ],
          "entities": {
            "Comment": {
              "places": ["comments[]"],
              "identification": ["commentID"],
              "attributes": {
                "commentID": {"from": "id", "type": "integer64", "mandatory": true},
                "createdAt": {"from": "created_at", "type": "date", "transform": "secondsSince1970"},
                "email": {"from": "email", "type": "string"},
                "postID": {"from": "postId", "type": "integer64"}
              },
              "relationships": {
                "tags": {"from": "tags", "to": "Tag", "many": true, "ordered": true, "inverse": "comments"}
              },
              "connections": {
                "post": {"by": {"postID": "postID"}, "to": "Post", "inverse": "comments", "fixed": true}
              }
            },
            "Post": {
              "places": ["posts[]"],
              "identification": ["postID"],
              "attributes": {
                "postID": {"from": "id", "type": "integer64", "mandatory": true},
                "title": {"from": "title", "type": "string"}
              }
            },
            "Tag": {
              "places": ["comments[].tags[]"],
              "identification": ["name"],
              "attributes": {
                "name": {"from": "name", "type": "string", "mandatory": true}
              }
            }
          },
          "ignored": [
            {"at": "comments[].body_html"}
          ],
          "possible": [
            {"connect": "Comment.email=User.email", "confidence": 0.45}
          ]
        }

        """

    @Test func `a file maps a payload`() throws {
        let file = try MappingFile(parsing: text)
        let container = try PersistentContainer(model: file.model(), store: InMemoryStore())
        let result = try MappingOperation(file.plan()).run(
            """
            {"comments": [{"id": 1, "created_at": 0, "postId": 7, "tags": [{"name": "b"}, {"name": "a"}]}],
             "posts": [{"id": 7, "title": "Maps"}]}
            """, in: container)
        let counts = [result.total.inserted, result.total.connected]  // [4, 1]
        #expect(counts == [4, 1])
        #expect(try file.text == text)
    }

    @Test func `dynamic mappings are a table or matchers`() throws {
        let dynamic = """
            "dynamic": {
              "Node": {
                "split": {"by": "type", "values": {"comment": "Comment", "post": "Post"}}
              },
              "Other": {
                "matchers": [
                  {"at": "kind", "equals": 3, "use": "Post"},
                  {"at": "kind", "matches": "c.*", "use": "Comment"},
                  {"at": "", "kind": "object", "use": "Tag"},
                  {"if": {"all": [{"at": "age", "atLeast": 18}, {"not": {"exists": "x"}}]}, "use": "Tag"}
                ],
                "unknownRepresentations": "ignore"
              }
            }
            """
        let file = try MappingFile(
            parsing: text.replacing("\"ignored\":", with: "\(dynamic),\n\"ignored\":"))
        #expect(file.mappings[dynamic: "Node"]?.knownMappings == ["Comment", "Post"])
        #expect(file.mappings[dynamic: "Other"]?.unknownRepresentations == .ignore)
    }

    @Test func `custom transforms are written by name`() throws {
        let file = try MappingFile(parsing: text)
        let shout = ValueTransform("shout") { $0.string?.uppercased() }
        var loud = file
        loud.mappings.update("Post") { posts in
            posts.removeMappings(to: "title")
            posts.addAttributeMapping(from: "title", to: "title", using: shout)
        }
        let loudText = try loud.text(transforms: [shout])
        let again = try MappingFile(parsing: loudText, transforms: [shout])
        #expect(again == loud)
        #expect(throws: MappingFileError.self) { try loud.text }
    }

    @Test func `all problems are told at once`() throws {
        let misspelled = text.replacing("\"type\": \"string\"", with: "\"tipe\": \"string\"")
            .replacing("\"to\": \"Post\"", with: "\"to\": \"Pots\"")
        var message = ""
        do { _ = try MappingFile(parsing: misspelled) } catch { message = error.description }
        #expect(message == (try Guide("Guides/MappingFiles.md").texts[0]))
    }

    @Test func `a later sample adds to the file`() throws {
        let file = try MappingFile(parsing: text)
        let later = text.replacing(
            #""title": {"from": "title", "type": "string"}"#,
            with:
                #""title": {"from": "title", "type": "array"}, "n": {"from": "n", "type": "double"}"#
        )
        let update = try file.updated(with: MappingFile(parsing: later))
        let lines = update.differences.map(\.description)
        #expect(lines.joined(separator: "\n") == (try Guide("Guides/MappingFiles.md").texts[1]))
        #expect(update.reports.isEmpty)
    }
}
