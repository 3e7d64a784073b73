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
    func `a foreign key is connected when its entity comes, in any order`(
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

    @Test func `what was decided by hand holds for later pages`() throws {
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

    @Test func `identities and names hold, though a page alone would decide otherwise`() throws {
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

    @Test func `null, then a number, then an object at one key`() throws {
        try workshop.write(#"[{"id": 1, "k": null}, {"id": 2, "k": null}]"#, to: "k1.json")
        try workshop.write(#"[{"id": 3, "k": 3}]"#, to: "k2.json")
        try workshop.write(#"[{"id": 4, "k": {"a": 1}}]"#, to: "k3.json")
        _ = try load("k1.json")
        let second = try load("k2.json")
        #expect(second.errors.contains("K.k: added: from \"k\", type \"integer64\""))
        let third = try load("k3.json")
        #expect(third.errors.contains("objects at 'k' in the sample are left over"))
        #expect(
            third.errors.contains("expected whole number, found an object, at [0].k (line 1"),
            "\(third.errors)")
        #expect(try rows("SELECT kID, k FROM K ORDER BY 1") == ["1|", "2|", "3|3", "4|"])
        #expect(try rows("SELECT count(*) FROM pragma_table_info('K') WHERE name = 'kA'") == ["0"])
    }

    @Test func `an empty list, then numbers, then objects at one key`() throws {
        try workshop.write(#"[{"id": 1, "k": []}, {"id": 2, "k": []}]"#, to: "l1.json")
        try workshop.write(#"[{"id": 3, "k": [1, 2]}]"#, to: "l2.json")
        try workshop.write(#"[{"id": 4, "k": [{"id": 1}, {"id": 7}]}]"#, to: "l3.json")
        for name in ["l1.json", "l2.json", "l3.json"] { _ = try load(name) }
        #expect(try rows("SELECT k FROM L WHERE lID = 3") == ["[1,2]"])
        #expect(try rows("SELECT count(*) FROM K") == ["2"])
    }

    @Test func `an identity of another type is an issue that names the correction`() throws {
        try workshop.write(#"[{"id": 7, "t": "a"}, {"id": 8, "t": "b"}]"#, to: "items.json")
        try workshop.write(#"[{"id": "a7", "t": "c"}]"#, to: "items-2.json")
        _ = try load("items.json")
        let run = try load("items-2.json")
        #expect(run.errors.contains("--type Item.itemID=string"), "\(run.errors)")
        #expect(run.errors.contains("at [0].id (line 1, column 9)"), "\(run.errors)")
        #expect(try rows("SELECT itemID FROM Item ORDER BY 1") == ["7", "8"])
    }

    @Test func `an object of one owner gets several when a page has such objects`() throws {
        try workshop.write(
            #"{"posts": [{"id": 1, "tags": [{"id": 5, "label": "a"}]}, {"id": 2, "tags": []}]}"#,
            to: "posts.json")
        try workshop.write(
            #"{"posts": [{"id": 3, "tags": [{"id": 5, "label": "a"}, {"id": 6, "label": "b"}]}, "#
                + #"{"id": 4, "tags": [{"id": 5, "label": "a"}]}]}"#, to: "posts-2.json")
        _ = try load("posts.json")
        _ = try load("posts-2.json")
        #expect(
            try rows(
                "SELECT p.postID, t.tagID FROM Post_tags l JOIN Post p ON p._id = l.source "
                    + "JOIN Tag t ON t._id = l.destination ORDER BY 1, 2")
                == ["1|5", "3|5", "3|6", "4|5"])
    }
}
