import EntityMapper
import MappingFiles
import MappingInference
import ObjectGraph
import Testing

@Suite("Rows: one entity at many places")
struct RowsMergingTests {
    private func list(_ range: ClosedRange<Int>, _ record: (Int) -> String) -> String {
        "[" + range.map(record).joined(separator: ",") + "]"
    }

    @Test(
        arguments: [
            #"{"a":[{"id":1,"x":1},{"id":2,"x":2}],"b":[{"key":"k","c":{"y":1}},{"key":"l"}]}"#,
            #"{"a":[{"id":1,"x":1},{"id":2,"x":2}],"b":[{"id":3,"c":{"key":"k"}}]}"#,
        ])
    func `places without a common identity are not united on request`(
        payload: String
    ) throws {
        for (left, right) in [("a[]", "b[].c"), ("b[].c", "a[]")] {
            #expect {
                try Inferred(payload) {
                    $0.corrections.same = [(SchemaPath(left), SchemaPath(right))]
                }
            } throws: { error in
                (error as? InferenceError)?.code == .correction
                    && "\(error)".contains(
                        "--same \(left)=\(right): no identity that both have")
            }
        }
    }

    @Test func `overlapping identities with other titles are two entities`() throws {
        let posts = list(1...100) { #"{"id":\#($0),"title":"post \#($0)"}"# }
        let todos = list(1...100) { #"{"id":\#($0),"title":"todo \#($0)"}"# }
        let inferred = try Inferred(#"{"posts":\#(posts),"todos":\#(todos)}"#)
        #expect(inferred.entities == ["Post postID", "Todo todoID"])
    }

    @Test func `a user at three places is one entity`() throws {
        func user(_ id: Int) -> String {
            #"{"id":\#(id),"name":"n\#(id)","screen_name":"s\#(id)","followers":\#(id * 10)}"#
        }
        let statuses = list(1...6) {
            #"{"id":\#($0),"text":"t\#($0)","user":\#(user($0 % 3)),"retweeted_status":"#
                + #"{"id":\#($0 + 100),"text":"r\#($0)","user":\#(user($0 % 3 + 1))},"#
                + #""mentions":[{"id":\#($0 % 3),"name":"n\#($0 % 3)","screen_name":"s\#($0 % 3)"}]}"#
        }
        let inferred = try Inferred(#"{"statuses":\#(statuses)}"#)
        #expect(inferred.entities == ["Status statusID", "User userID"])
        #expect(
            inferred.relationships == [
                "Status.mentions**→User", "Status.retweetedStatus→Status", "Status.user→User",
            ])
        #expect(inferred.places("User").count == 3)
        #expect(try inferred.objects() == ["Status": 12, "User": 4])
    }

    @Test func `comments of other collections are two entities`() throws {
        func comment(_ id: Int, _ collection: String) -> String {
            #"{"id":\#(id),"body":"b\#(id)","user_login":"u","#
                + #""url":"https://h.example/repos/\#(collection)/comments/\#(id)"}"#
        }
        let inferred = try Inferred([
            (
                "opened.json",
                #"{"action":"x","issue":{"id":7,"t":"a"},"comment":\#(comment(1, "issues"))}"#
            ),
            (
                "reviewed.json",
                #"{"action":"x","pull_request":{"id":7,"n":8,"m":9,"c":true},"comment":"#
                    + comment(2, "pulls") + "}"
            ),
        ])
        // The abstract entity above both has no place.
        let comments = inferred.mapping.entities.filter {
            $0.name.contains("Comment") && !$0.paths.isEmpty
        }
        #expect(comments.map(\.records) == [1, 1])
        #expect(inferred.entities.contains("IssueComment issueCommentID"))
        #expect(inferred.entities.contains("PullComment pullCommentID"))
        let objects = try inferred.objects()
        #expect(objects["IssueComment"] == 1 && objects["PullComment"] == 1)
    }

    @Test(arguments: ["https://h.example/repos/o/r/", "/"])
    func `records of one array by the collection in their URL`(host: String) throws {
        let records = ["issues/comments", "pulls/comments"].flatMap { collection in
            (1...4).map {
                #"{"id":\#($0),"body":"b","user":{"id":5,"login":"x"},"#
                    + #""url":"\#(host)\#(collection)/\#($0)?page=1"}"#
            }
        }
        let inferred = try Inferred(
            #"{"comments":[\#(records.joined(separator: ","))]}"#)
        #expect(
            inferred.mapping.entities.filter { !$0.paths.isEmpty }.map(\.name)
                == ["IssueComment", "PullComment", "User"])
        #expect(try inferred.objects() == ["IssueComment": 4, "PullComment": 4, "User": 1])
        let whole = try Inferred(
            #"{"comments":[\#(records.joined(separator: ","))]}"#
        ) { $0.corrections.same = [("comments[]", "comments[]")] }
        #expect(whole.mapping.entities.map(\.name) == ["Comment", "User"])
    }

    @Test func `URLs that are not those of the records divide nothing`() throws {
        let records = list(1...6) {
            #"{"id":\#($0),"title":"t","url":"https://h.example/\#($0 % 2 == 0 ? "posts" : "videos")"#
                + #"/x\#($0)"}"#
        }
        let inferred = try Inferred(#"{"bookmarks":\#(records)}"#)
        #expect(inferred.entities == ["Bookmark bookmarkID"])
    }

    @Test func `references by URL are entities by collection`() throws {
        let places = ["game", "sign"].map { place in
            let references = ["version/1", "language/9", "version/2", "language/8"].map {
                #"{"name":"n \#($0)","url":"/api/v2/\#($0)/"}"#
            }
            return #""\#(place)":[\#(references.joined(separator: ","))]"#
        }
        let inferred = try Inferred("{\(places.joined(separator: ","))}")
        #expect(
            inferred.mapping.entities.filter { !$0.paths.isEmpty }.map(\.name) == [
                "Language", "Version",
            ])
        #expect(inferred.places("Version") == ["game[]", "sign[]"])
        #expect(inferred.mapping.file.mappings.dynamicMappings.count >= 1)
        #expect(try inferred.objects() == ["Language": 2, "Version": 2])
    }

    @Test func `truth values that agree prove nothing`() throws {
        let inferred = try Inferred(
            #"{"lamps":[{"id":1,"active":true,"watts":5},{"id":2,"active":true,"watts":6}],"#
                + #""rooms":[{"id":1,"active":true,"floor":1},{"id":2,"active":true,"floor":2}]}"#)
        #expect(inferred.entities == ["Lamp lampID", "Room roomID"])
    }

    @Test func `the same with nothing else to compare`() throws {
        let inferred = try Inferred(
            #"{"lamps":[{"id":1,"active":true},{"id":2,"active":true}],"#
                + #""rooms":[{"id":1,"active":true},{"id":2,"active":true}]}"#)
        #expect(inferred.entities == ["Lamp lampID", "Room roomID"])
    }

    @Test func `types with equal members are one entity`() throws {
        let types = ["video", "photo", "text"]
        let records = list(1...30) {
            #"{"id":\#($0),"type":"\#(types[$0 % 3])","title":"t\#($0)"}"#
        }
        let inferred = try Inferred(records, named: "posts.json")
        #expect(inferred.entities == ["Post postID"])
        #expect(inferred["Post.type"]?.type == .string)
        #expect(inferred["Post.type"]?.hint?.contains("one of") == true)
    }

    @Test func `types with other members are entities below an abstract one`() throws {
        let records = list(1...12) {
            $0 % 2 == 0
                ? #"{"id":\#($0),"type":"video","seconds":\#($0),"codec":"c\#($0)","w":1,"h":2}"#
                : #"{"id":\#($0),"type":"link","target":"t\#($0)","clicks":\#($0),"rank_no":3}"#
        }
        let inferred = try Inferred(#"{"posts":\#(records)}"#)
        #expect(
            inferred.mapping.entities.filter { !$0.paths.isEmpty }.map(\.name) == [
                "Link", "Video",
            ])
        #expect(inferred.mapping.file.entities.count { $0.isAbstract } == 1)
        #expect(try inferred.objects() == ["Link": 6, "Video": 6])
    }

    @Test func `S1: URLs below a version tell records apart`() throws {
        func object(_ kind: String, _ id: Int) -> String {
            #""self":"https://h.example/rest/api/2/\#(kind)/\#(id)","id":\#(id),"key":"k\#(id)""#
        }
        let issues = list(1...4) {
            #"{\#(object("issue", $0)),"project":{\#(object("project", $0 % 2)),"name":"p"}}"#
        }
        let inferred = try Inferred(#"{"issues":\#(issues)}"#)
        #expect(inferred.entities == ["Issue issueID", "Project projectID"])
        #expect(try inferred.objects() == ["Issue": 4, "Project": 2])
    }

    @Test func `S3: what a record holds is none of its kind without a reason`() throws {
        let shared = #""updated":"x","author":"y","link":"z""#
        let inferred = try Inferred(
            #"{"feed":{"id":"f","generator":"g",\#(shared),"entry":["#
                + #"{"id":"e1","summary":"s",\#(shared)},{"id":"e2","summary":"t",\#(shared)}]}}"#)
        #expect(inferred.entities == ["Entry entryID", "Feed feedID"])
    }

    @Test func `S6: records at the top without identity do not share positions`() throws {
        func account(_ id: Int) -> String {
            #"{"bank":"b\#(id)","iban":"i\#(id)","bic":"c\#(id)","city":"t\#(id)"}"#
        }
        let inferred = try Inferred(
            #"{"open":[\#(account(1)),\#(account(2))],"closed":[\#(account(3))],"#
                + #""banks":[{"id":1,"n":"a","open":[\#(account(4))]}]}"#)
        #expect(try inferred.objects().filter { $0.key != "Bank" }.values.reduce(0, +) == 4)
    }

    @Test func `S5: a summary of an entity elsewhere is that entity`() throws {
        let species = list(1...9) {
            #"{"id":\#($0),"num":"00\#($0)","name":"n\#($0)","next_evolution":"#
                + ($0 < 9 ? #"[{"num":"00\#($0 + 1)","name":"n\#($0 + 1)"}]}"# : "[]}")
        }
        let inferred = try Inferred(#"{"pokemon":\#(species)}"#)
        #expect(inferred.entities == ["Pokemon num"])
        #expect(try inferred.objects() == ["Pokemon": 9])
    }

    @Test func `an identity that holds at one place does so at those that name its objects`()
        throws
    {
        let spells = list(1...12) { #"{"url":"/spells/s\#($0)","name":"n\#($0)","level":\#($0)}"# }
        let monsters = list(1...12) { monster in
            let known = list(0...2) { offset in
                let spell = (monster + offset) % 12 + 1
                return #"{"url":"/spells/s\#(spell)","name":"n\#(spell)","level":\#(spell),"#
                    + #""use":\#(monster % 2 + offset)}"#
            }
            return #"{"id":\#(monster),"spells":\#(known)}"#
        }
        let inferred = try Inferred([("spells.json", spells), ("monsters.json", monsters)])
        #expect(inferred.entities.contains("Spell url"), "\(inferred.entities)")
        #expect(try inferred.objects()["Spell"] == 12)
    }

    @Test func `S4: persons in two roles are of one entity if they look alike`() throws {
        func issues(_ reporter: String) -> String {
            list(1...3) {
                #"{"id":\#($0),"assignee":{"id":70\#($0),"name":"a\#($0)","active":true},"#
                    + #""reporter":\#(reporter.replacing("#", with: "\($0)"))}"#
            }
        }
        let alike = try Inferred(issues(#"{"id":80#,"name":"b#","active":true}"#))
        #expect(alike.places("Assignee") == ["[].assignee", "[].reporter"])
        let short = try Inferred(issues(#"{"id":80#,"name":"b#"}"#))
        #expect(short.mapping.entities.count == 3)
    }
}
