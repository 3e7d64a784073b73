import Foundation
import TestSupport
import Testing

@Suite("A timeline", .endsInTime)
struct TimelineTests {
    private let workshop: Workshop

    init() throws {
        workshop = try Workshop()
        try workshop.addTimeline()
    }

    private typealias Counts = [String: [String: Int]]

    private func load(_ payload: String = "timeline.json") throws -> Counts {
        let run = try workshop.run("timeline", payload, "--into", "t.sqlite", "--json")
        #expect(run.status == 0)
        #expect(run.errors.isEmpty)
        return try JSONDecoder().decode(Counts.self, from: Data(run.output.utf8))
    }

    @Test
    func `each object is one object, however often it occurs`() throws {
        let counts = try load()
        #expect(
            counts.mapValues { $0["inserted"] } == [
                "Status": 5, "User": 4, "Hashtag": 2, "Link": 1, "Media": 1,
            ])
        #expect(counts["User"]?["repeated"] == 8)
        #expect(counts["Status"]?["connected"] == 2)
        #expect(counts["Status"]?["unresolved"] == 2)
        for table in ["Status", "User", "Hashtag", "Link", "Media"] {
            let key = ["Hashtag": "text", "Link": "url"][table] ?? "\(table.lowercased())ID"
            let sql = "SELECT count(*) - count(DISTINCT \(key)) FROM \(table)"
            #expect(try workshop.rows(sql, in: "t.sqlite") == ["0"])
        }
        #expect(try workshop.rows("PRAGMA foreign_key_check", in: "t.sqlite").isEmpty)
    }

    @Test
    func `a second run changes nothing`() throws {
        _ = try load()
        let again = try load()
        #expect(again.values.allSatisfy { $0["inserted"] == 0 && $0["updated"] == 0 })
        #expect(again.values.allSatisfy { $0["connected"] == 0 && $0["deleted"] == 0 })
        #expect(
            again.mapValues { $0["unchanged"] } == [
                "Status": 5, "User": 4, "Hashtag": 2, "Link": 1, "Media": 1,
            ])
        let versions = """
            SELECT max(_version) FROM
            (SELECT _version FROM Status UNION SELECT _version FROM User)
            """
        #expect(try workshop.rows(versions, in: "t.sqlite") == ["1"])
    }

    @Test
    func `retweets, authors, mentions and replies are connected`() throws {
        _ = try load()
        let retweets = """
            SELECT r.statusID, o.statusID, u.screenName FROM Status r
            JOIN Status o ON r.retweetedStatus = o._id JOIN User u ON o.user = u._id ORDER BY 1
            """
        #expect(
            try workshop.rows(retweets, in: "t.sqlite") == [
                "9007199254740997|9007199254740996|bruno_o",
                "9007199254740999|9007199254740996|bruno_o",
            ])
        let replies = """
            SELECT s.statusID, o.statusID, u.screenName FROM Status s
            JOIN Status o ON s.inReplyToStatus = o._id JOIN User u ON s.inReplyToUser = u._id
            """
        #expect(
            try workshop.rows(replies, in: "t.sqlite")
                == ["9007199254740998|9007199254740993|ada_l"])
        let mentions = """
            SELECT screenName FROM Status_mentions m JOIN Status s ON m.source = s._id
            JOIN User u ON m.destination = u._id WHERE s.statusID = 9007199254740997
            ORDER BY m.position
            """
        #expect(try workshop.rows(mentions, in: "t.sqlite") == ["bruno_o", "dora"])
        #expect(
            try workshop.rows("SELECT count(*) FROM Status WHERE user IS NULL", in: "t.sqlite")
                == ["0"])
    }

    @Test
    func `texts, dates and large numbers arrive exactly`() throws {
        _ = try load()
        #expect(
            try workshop.rows(
                "SELECT userID, name, profile, location, createdAt, followersCount FROM User "
                    + "WHERE screenName = 'ada_l'", in: "t.sqlite")
                == ["9007199254740995|Ada ⚓️|Maps & \"harbours\"||2024-02-29 23:59:59|11"])
        #expect(
            try workshop.rows(
                "SELECT text, createdAt FROM Status WHERE statusID = 9007199254740996",
                in: "t.sqlite") == ["Rivers bend. 〰️ #ferry|2026-03-01 21:15:30"])
        #expect(
            try workshop.rows("SELECT mediaID, width, height FROM Media", in: "t.sqlite")
                == ["9007199254741001|800|600"])
    }

    @Test
    func `a user who is only mentioned is stored without a profile`() throws {
        _ = try load()
        #expect(
            try workshop.rows(
                "SELECT screenName, followersCount IS NULL FROM User ORDER BY userID",
                in: "t.sqlite") == ["bruno_o|0", "chiyo|0", "dora|1", "ada_l|0"])
    }

    @Test
    func `what a reply answers may come later`() throws {
        _ = try load()
        try workshop.write(
            """
            {"statuses": [{"id": 9007199254740000, "text": "Anyone awake?",
              "created_at": "Sun Mar 01 03:00:00 +0000 2026",
              "user": {"id": 15, "name": "Emil", "screen_name": "emil"}}]}
            """, to: "earlier.json")
        let counts = try load("earlier.json")
        #expect(counts["Status"]?["connected"] == 2)
        #expect(
            try workshop.rows(
                "SELECT count(*) FROM Status WHERE inReplyToStatusID IS NOT NULL "
                    + "AND (inReplyToStatus IS NULL OR inReplyToUser IS NULL)", in: "t.sqlite")
                == ["0"])
    }

    @Test
    func `the counts come in a fixed order`() throws {
        let output = try workshop.run(
            "timeline", "timeline.json", "--into", "t.sqlite", "--json"
        ).output
        let names = output.split(separator: "\"", omittingEmptySubsequences: false)
            .enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
        let columns: [Substring] = [
            "inserted", "updated", "unchanged", "deleted", "connected", "cleared", "unresolved",
            "failed", "repeated", "disallowed", "unidentified",
        ]
        let entities: [Substring] = ["Hashtag", "Link", "Media", "Status", "User"]
        #expect(names == entities.flatMap { [$0] + columns })
    }

    @Test
    func `without --json there is a table`() throws {
        let run = try workshop.run("timeline", "timeline.json", "--into=t.sqlite")
        #expect(run.status == 0)
        let lines = run.output.split(whereSeparator: \.isNewline)
        #expect(lines.first?.split(separator: " ").first == "inserted")
        #expect(lines.contains("Statuses at the top level: 4"))
        #expect(lines.contains("SQLite file: t.sqlite"))
        #expect(lines.contains { $0.hasPrefix("  all") && $0.contains(" 13 ") })
    }
}
