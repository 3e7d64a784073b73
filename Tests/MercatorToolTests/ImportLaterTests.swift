import Foundation
import TestSupport
import Testing

/// Pages that come one after another, and are connected by what all of them have brought.
@Suite("mercator import, later pages", .endsInTime)
struct ImportLaterTests {
    private let workshop: Workshop

    init() throws {
        workshop = try Workshop()
    }

    private let comments =
        #"{"comments": [{"id": 31, "postId": 7, "body": "a"}, {"id": 32, "postId": 8, "body": "b"}]}"#
    private let posts =
        #"{"posts": [{"id": 7, "title": "x"}, {"id": 8, "title": "y"}, {"id": 9, "title": "z"}]}"#

    private func load(_ words: String...) throws -> Tool.Run {
        let run = try workshop.run(["import"] + words + ["--into", "a.sqlite"])
        #expect(run.status == 0, "\(run.errors)")
        return run
    }

    private func rows(_ sql: String) throws -> [String] {
        try workshop.rows(sql, in: "a.sqlite")
    }

    private let joined =
        "SELECT c.commentID, p.title FROM Comment c JOIN Post p ON c.post = p._id ORDER BY 1"

    @Test(arguments: [["comments", "posts"], ["posts", "comments"]])
    func `V1: a foreign key is connected when its entity comes, in any order`(
        order: [String]
    ) throws {
        try workshop.write(comments, to: "comments.json")
        try workshop.write(posts, to: "posts.json")
        _ = try load("\(order[0]).json")
        let run = try load("\(order[1]).json")
        #expect(run.errors.contains("Comment.post: added"), "\(run.errors)")
        #expect(try rows(joined) == ["31|x", "32|y"])
        for name in order {
            let again = try load("\(name).json", "--start-over", "--json")
            #expect(again.output.contains(#""inserted": 0, "updated": 0"#), "\(again.output)")
            #expect(!again.errors.contains("added"), "\(again.errors)")
        }
        // The mapping has changed only in what needs no payload again.
        #expect(try load("comments.json").errors.contains("is in the store with 2 records"))
        try workshop.write(
            comments.replacingOccurrences(of: #""postId": 8"#, with: #""postId": 9"#),
            to: "comments-2.json")
        _ = try load("comments-2.json")
        #expect(try rows(joined) == ["31|x", "32|z"])
    }

    @Test func `V5: what was decided by hand holds for later pages`() throws {
        try workshop.write(comments, to: "comments.json")
        try workshop.write(posts, to: "posts.json")
        _ = try load("comments.json", "--no-connect", "Comment.postID")
        let run = try load("posts.json")
        #expect(!run.errors.contains("Comment.post"), "\(run.errors)")
        #expect(
            try rows("SELECT count(*) FROM pragma_table_info('Comment') WHERE name = 'post'") == [
                "0"
            ])
    }

    @Test func `A dry run tells of the connection, and makes none`()
        throws
    {
        try workshop.write(comments, to: "comments.json")
        try workshop.write(posts, to: "posts.json")
        _ = try load("comments.json")
        let dry = try load("posts.json", "--dry-run")
        #expect(dry.errors.contains("Comment.post: added"), "\(dry.errors)")
        #expect(try rows("SELECT count(*) FROM sqlite_schema WHERE name = 'Post'") == ["0"])
    }

    @Test func `Lists of keys and uuids are connected, too`() throws {
        try workshop.write(
            #"{"teams": [{"id": 1, "memberIds": [21, 22], "badge": "6f2b7f0e-8d1c-4c3a-9a57-0d6a3c2f1e01"}]}"#,
            to: "teams.json")
        try workshop.write(
            #"{"members": [{"id": 21, "name": "a"}, {"id": 22, "name": "b"}], "#
                + #""images": [{"id": "6f2b7f0e-8d1c-4c3a-9a57-0d6a3c2f1e01", "w": 3}]}"#,
            to: "members.json")
        _ = try load("teams.json")
        _ = try load("members.json")
        #expect(
            try rows(
                "SELECT m.name FROM Team_members l JOIN Member m ON m._id = l.destination "
                    + "ORDER BY l.position") == ["a", "b"])
        let schema = try workshop.run("schema", "a.sqlite")
        #expect(schema.output.contains("connected by badge = imageID"), "\(schema.output)")
    }

    @Test func `V5: identities and names hold, though a page alone would decide otherwise`() throws
    {
        try workshop.write(
            #"{"people": [{"id": 1, "email": "a@x", "name": "A"}, {"id": 2, "email": "b@x", "name": "B"}]}"#,
            to: "people.json")
        // Alone, this page has no identity of class A.
        try workshop.write(
            #"{"people": [{"id": 3, "email": "c@x", "name": "C"}, {"email": "d@x", "name": "D"}]}"#,
            to: "people-2.json")
        _ = try load("people.json")
        let run = try load("people-2.json")
        #expect(!run.errors.contains("identified by email"), "\(run.errors)")
        #expect(
            try rows("SELECT personID, email FROM Person WHERE personID IS NOT NULL ORDER BY 1")
                .count == 3)
    }
}
