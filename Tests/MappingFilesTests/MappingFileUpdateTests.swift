import EntityMapper
import MappingFiles
import MercatorPayload
import ObjectGraph
import Testing
import ValueTransforms

@Suite("Updates of mapping files")
struct MappingFileUpdateTests {
    /// The example, and a change to its text as the file inferred from a newer sample.
    private func update(
        _ changes: [(String, String)], own: [(String, String)] = [],
        _ policies: MappingFile.UpdatePolicies = .init()
    ) throws -> MappingFile.Update {
        func changed(_ changes: [(String, String)]) throws -> MappingFile {
            var text = FileExample.text.replacing(#", "fixed": true"#, with: "")
            for (old, new) in changes {
                #expect(text.contains(old), "\(old)")
                text = text.replacing(old, with: new)
            }
            return try MappingFile(parsing: text)
        }
        let update = try changed(own).updated(with: changed(changes), policies)
        let again = try MappingFile(parsing: update.file.text)
        #expect(again == update.file)
        return update
    }

    private let email = #""email": {"from": "email", "type": "string"},"#
    private let postID = #""postID": {"from": "postId", "type": "integer64"}"#
    private let title = #""title": {"from": "title", "type": "string"}"#

    @Test func `the same sample changes nothing`() throws {
        #expect(try update([]).differences.isEmpty)
    }

    @Test("an edit with fixed stays, a new key is added, and the difference is one line")
    func fixedEdit() throws {
        let update = try update(
            [
                (title, #""title": {"from": "title", "type": "array"}"#),
                (email, email + "\n        \"age\": {\"from\": \"age\", \"type\": \"integer64\"},"),
            ],
            own: [
                (title, #""headline": {"from": "title", "type": "string", "fixed": true}"#)
            ])
        #expect(
            update.differences.map(\.description) == [
                #"Comment.age: added: from "age", type "integer64""#
            ])
        let post = try #require(update.file.entities.first { $0.name == "Post" })
        #expect(post.attribute(named: "headline")?.type == .string)
        #expect(post.attribute(named: "title") == nil)
        #expect(update.file.fixed == ["Post.headline"])
    }

    @Test(
        "a new key and a new entity are added, an integer becomes a double, and one becomes many"
    )
    func laterPage() throws {
        let author = """
            "author": {"from": "author", "to": "Person"}
            """
        let update = try update(
            [
                (email, #""rating": {"from": "rating", "type": "double"},"#),
                (
                    #""tags": {"from": "tags", "to": "Tag", "many": true, "ordered": true, "inverse": "comments"}"#,
                    #""editor": {"from": "editor", "to": "Tag", "many": true, "ordered": true},"#
                        + author.replacing("author", with: "writer")
                ),
                (
                    "\"Post\": {\n      \"places\"",
                    """
                    "Person": {
                          "places": ["comments[].writer"],
                          "identification": ["personID"],
                          "attributes": {"personID": {"from": "id", "type": "integer64"}}
                        },
                        "Post": {
                          "places"
                    """
                ),
            ],
            own: [
                (email, email + #""rating": {"from": "rating", "type": "integer64"},"#),
                (
                    #""tags": {"from": "tags""#,
                    #""editor": {"from": "editor", "to": "Tag"}, "tags": {"from": "tags""#
                ),
            ])
        #expect(
            update.differences.map(\.description) == [
                #"Comment.rating: type "double", was "integer64""#,
                #"Comment.editor: many true; ordered true"#,
                #"Comment.writer: added: from "writer", to "Person""#,
                #"Person: added: places ["comments[].writer"], identification ["personID"]"#,
                #"Person.personID: added: from "id", type "integer64""#,
            ])
        #expect(
            update.file.entities.first { $0.name == "Comment" }?.attribute(named: "email") != nil)
    }

    @Test(
        "Types become wider, and never narrower or other",
        arguments: [
            ("integer64", "double", "double"), ("integer64", "decimal", "decimal"),
            ("integer16", "integer64", "integer64"), ("double", "integer64", "double"),
            ("decimal", "double", "decimal"), ("double", "string", "string"),
            ("date", "string", "string"), ("uuid", "string", "string"), ("url", "string", "string"),
            ("string", "integer64", "string"), ("string", "array", "array"),
            ("array", "string", "array"), ("integer64", "dictionary", "integer64"),
            ("dictionary", "string", "dictionary"), ("date", "integer64", "date"),
            ("uuid", "url", "uuid"), ("boolean", "integer64", "boolean"),
        ])
    func widening(own: String, sample: String, result: String) throws {
        func attribute(_ type: String) -> (String, String) {
            (email, #""email": {"from": "email", "type": "\#(type)"},"#)
        }
        let update = try update([attribute(sample)], own: [attribute(own)])
        let type = update.file.entities[0].attribute(named: "email")?.type
        #expect(type?.rawValue == result)
        let isConflict =
            own == result && sample != own && AttributeType(rawValue: own) != .array
            && !["string", "double", "decimal"].contains(own)
        #expect(update.reports.count == (isConflict ? 1 : 0), "\(update.differences)")
        let fixed = (email, #""email": {"from": "email", "type": "\#(own)", "fixed": true},"#)
        let kept = try self.update([attribute(sample)], own: [fixed])
        #expect(kept.changes.isEmpty)
    }

    @Test func `identities and connected attributes keep their type`() throws {
        let update = try update([
            (
                #"{"from": "id", "type": "integer64", "mandatory": true}"#,
                #"{"from": "id", "type": "string", "mandatory": true}"#
            ),
            (postID, #""postID": {"from": "postId", "type": "string"}"#),
        ])
        #expect(update.changes.isEmpty)
        #expect(
            update.reports.map(\.description) == [
                "Comment.commentID: stays integer64, because an identity does not change its type; the sample has values of type string, which a new store keeps with --type Comment.commentID=string",
                "Comment.postID: stays integer64, because connections compare it; the sample has values of type string, which a new store keeps with --type Comment.postID=string",
                "Post.postID: stays integer64, because an identity does not change its type; the sample has values of type string, which a new store keeps with --type Post.postID=string",
            ])
    }

    @Test func `a decided identification stays, and the contradiction is reported`() throws {
        let update = try update([
            (#""identification": ["commentID"]"#, #""identification": ["email"]"#)
        ])
        #expect(update.changes.isEmpty)
        #expect(
            update.reports.map(\.description) == [
                "Comment: stays identified by commentID; the sample suggests email"
            ])
    }

    @Test func `places that were merged stay merged, and renamed entities keep their names`() throws
    {
        let update = try update(
            [("\"Tag\"", "\"Label\""), (email, email + #""x": {"from": "x", "type": "string"},"#)],
            own: [("\"Comment\"", "\"Remark\"")])
        #expect(
            update.differences.map(\.description) == [
                #"Remark.x: added: from "x", type "string""#
            ])
    }

    @Test func `ignored and removed keys are not added`() throws {
        let new = (
            email,
            email + #""html": {"from": "body_html.x", "type": "string"},"#
                + #""old": {"from": "old", "type": "string"},"#
        )
        let removed = (#""ignored": ["#, #""fixed": ["Comment.old"], "ignored": ["#)
        #expect(try update([new], own: [removed]).changes.isEmpty)
    }

    @Test func `policies report or refuse what is new and what does not fit`() throws {
        let new = (
            email,
            #""email": {"from": "email", "type": "array"}, "x": {"from": "x", "type": "url"},"#
        )
        let reported = try update([new], .init(onNew: .report, onType: .report))
        #expect(reported.changes.isEmpty)
        #expect(
            reported.reports.map(\.description) == [
                "Comment.email: stays string; the sample has values of type array",
                "Comment.x: new, not added: url from 'x'",
            ])
        #expect(throws: MappingFileUpdateError.self) { try update([new], .init(onNew: .fail)) }
        #expect(throws: MappingFileUpdateError.self) { try update([new], .init(onType: .fail)) }
    }

    @Test func `identifiers that become objects fill a relationship, and stay connected`() throws {
        let update = try update([
            (#""tags": {"from""#, #""post": {"from": "postId", "to": "Post"}, "tags": {"from""#),
            (email, email.dropLast() + ""),
            ("\n        \(postID)", ""),
            (#""post": {"by": {"postID": "postID"}, "to": "Post", "inverse": "comments"}"#, ""),
        ])
        let comments = try #require(update.file.mapping(named: "Comment"))
        #expect(comments.relationshipMapping(to: "post")?.source == "postId")
        #expect(comments.attributeMapping(to: "postID") == nil)
        #expect(comments.connection(for: "post") != nil)
        #expect(update.file.mapping(named: "Post")?.acceptsIdentifiers == true)
    }
}

extension MappingFile {
    fileprivate func mapping(named name: String) -> EntityMapping? { mappings[name] }
}
