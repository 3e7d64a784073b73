import MappingGeneration
import MappingInference
import MercatorPayload
import ObjectGraph
import Testing

@Suite("The texts of a proposal")
struct InferenceTextTests {
    @Test func `the table shows entities, evidence, possible decisions and what is left out`() {
        let table = InferenceTable(TwitterExample.inferred, payloads: ["my data/twitter.json"])
        #expect("\(table)" == Self.table)
    }

    private static let table = """
        1 document, 632 kB, 408 records → 3 entities, 1 connection

        Hashtag   66 at statuses[].entities.hashtags[]
            identified by text (29 distinct; 37 repeats say the same)
          text  string  text
        Status   171 at statuses[] and 1 other place
            identified by id (163 distinct; 8 repeats say the same)
          statusID         integer64  id
          createdAt        date       created_at
          inReplyToUserID  integer64  in_reply_to_user_id  → User  0.90 (12 of 12 values found)
          source           string     source
          text             string     text
          hashtags         [Hashtag]  entities.hashtags    ordered, inverse statuses
          retweetedStatus  Status     retweeted_status     inverse retweets
          user             User       user                 inverse statuses
        User     171 at statuses[].user and 1 other place
            identified by id (155 distinct; 16 repeats say the same)
          userID          integer64  id
          followersCount  integer64  followers_count
          name            string     name
          screenName      string     screen_name      155 distinct
        Possible, not done
          User.screenName connects to Hashtag.text: 20 of 20 values found, 0.45
            --connect User.screenName=Hashtag.text
        Left out
          search_metadata.count                     1  beside the records
          statuses[].entities.hashtags[].indices   66  the order of hashtags
          statuses[].geo                          100  null in all 100
          statuses[].id_str                       100  a second spelling of an identity
        Import it:  mercator import 'my data/twitter.json' --into twitter.sqlite
        """

    @Test(arguments: [".", "..", "-", "./"])
    func `a folder without a name is imported into a file with one`(payload: String) {
        let table = InferenceTable(TwitterExample.inferred, payloads: [payload])
        let last = "\(table)".split(separator: "\n").last
        #expect(last == "Import it:  mercator import \(payload) --into payload.sqlite")
    }

    @Test("a table fits a terminal of any width", arguments: [40, 60, 80, 200])
    func width(columns: Int) throws {
        let table = InferenceTable(
            TwitterExample.inferred, payloads: ["a.json"], width: columns)
        #expect("\(table)".split(separator: "\n").allSatisfy { $0.count <= columns })
        let list = try DecisionList(TwitterExample.inferred, width: columns)
        #expect("\(list)".split(separator: "\n").allSatisfy { $0.count <= columns })
    }

    @Test("names and places cannot control the terminal, or start a command")
    func hostileNames() throws {
        var inferred = TwitterExample.inferred
        inferred.entities[0].attributes[0].source = "\u{1B}[2J\u{202E}x\0"
        inferred.leftovers[0].path = "\u{1B}]0;title\u{7}"
        let table = "\(InferenceTable(inferred, payloads: ["a'; rm -rf $HOME.json"]))"
        #expect(table.contains("\\u{1b}[2J\\u{202e}x\\u{0}"))
        #expect(table.contains("mercator import 'a'\\''; rm -rf $HOME.json' --into"))
        #expect(
            !table.unicodeScalars.contains {
                $0 != "\n" && $0.properties.generalCategory == .control
            })
    }

    @Test func `nothing found says what to try`() {
        let empty = InferredMapping(file: TwitterExample.file)
        #expect("\(InferenceTable(empty, payloads: []))".contains("--root PATH"))
    }

    @Test("the reason of a decision has rule, counts, rivals and the flag that undoes it")
    func why() throws {
        let inferred = TwitterExample.inferred
        #expect(
            "\(try DecisionList(inferred, about: "Status.inReplyToUserID"))" == """
                Status.inReplyToUserID connects to User.userID            rule K3, 0.90
                  12 of 12 values found
                  rather than Status.statusID, 0.40: 0 of 12 values found
                  undo it: --no-connect Status.inReplyToUserID
                """)
        let rules = try DecisionList(inferred, about: "Status.inReplyToUserID").rules
        let words = rules.joined(separator: " ").split(separator: " ").joined(separator: " ")
        let rule = InferenceRule.endingOfKey
        #expect(words == "K3 \(rule.title): \(rule.sentence) For example: \(rule.example)")
        #expect("\(try DecisionList(inferred, about: "User"))".contains("possible, not done"))
        #expect("\(try DecisionList(inferred))".split(separator: "\n").count == 10)
    }

    @Test("a property that needed no decision has its type and its counts")
    func evident() throws {
        let inferred = TwitterExample.inferred
        let name = "\(try DecisionList(inferred, about: "User.name"))"
        #expect(name.hasPrefix("User.name is of type string"))
        #expect(name.contains("rule T1, 1.00"))
        #expect(name.hasSuffix("undo it: --type User.name=TYPE"))
        let user = "\(try DecisionList(inferred, about: "Status.user"))"
        #expect(user.hasPrefix("Status.user refers to User"))
        #expect(user.hasSuffix("nested at user"))
        let place = "\(try DecisionList(inferred, about: "statuses[].user"))"
        #expect(place.hasPrefix("User.screenName "))
    }

    @Test func `an unknown name is an error with the nearest one`() {
        #expect {
            try DecisionList(TwitterExample.inferred, about: "Statu")
        } throws: { error in
            "\(error)" == "nothing was decided about 'Statu'; did you mean 'Status'?"
        }
        #expect(throws: UnknownSubject.self) {
            try DecisionList(TwitterExample.inferred, about: "Stat")
        }
    }

    @Test("the JSON has every decision with rule, evidence and confidence")
    func json() throws {
        let text = try InferenceJSON(TwitterExample.inferred).text()
        #expect(try text == InferenceJSON(TwitterExample.inferred).text())
        let root = try PayloadDocument(parsing: Array(text.utf8)).root
        #expect(
            root.members.map(\.key) == [
                "mercator", "sources", "entities", "decisions", "leftovers", "routes", "limits",
            ])
        let decisions = try #require(root["decisions"])
        #expect(decisions.elements.count { _ in true } == TwitterExample.inferred.decisions.count)
        for (found, decision) in zip(decisions.elements, TwitterExample.inferred.decisions) {
            #expect(found["rule"]?.string == decision.rule)
            #expect(found["confidence"]?.double == decision.confidence)
            #expect(found["evidence"]?.elements.first { _ in true }?["count"]?.int64 != nil)
            #expect(found["override"]?.string == decision.override)
        }
    }
}
