import EntityMapper
import MappingFiles
import MappingInference
import ObjectGraph
import Testing

@Suite("Rows: names")
struct RowsNamesTests {
    @Test func `keys that are keywords are attributes`() throws {
        let keys = ["class", "init", "self", "Type", "default", "import"]
        let members = keys.map { "\"\($0)\":\"v-\($0)\"" }.joined(separator: ",")
        let inferred = try Inferred("[{\"id\":1,\(members)}]", named: "notes.json")
        #expect(inferred.attributes("Note").count == 7)
        let names = inferred.attributes("Note").filter { $0 != "noteID" }
        #expect(try inferred.rows("Note", names).first?.split(separator: " ").count == 6)
    }

    @Test func `the value of any key arrives`() throws {
        let members = HostileText.keys.enumerated().map { ($1, "\"value \($0) of a member\"") }
        let text = "[" + HostileText.object([("id", "1")] + members) + "]"
        // So many keys in one record alone are a map (M4).
        let inferred = try Inferred(text, named: "notes.json") {
            $0.corrections.records = ["[]"]
        }
        let names = inferred.mapping.entities.flatMap { $0.attributes.map(\.name) }
        #expect(Set(names.map { $0.lowercased() }).count == names.count)
        #expect(names.allSatisfy { $0.count <= 60 })
        let distinct = withoutRepeats(HostileText.keys).count
        let rows = try inferred.rows("Note", inferred.attributes("Note"))
        let found = try #require(rows.first).components(between: "value ").count
        // Keys that differ in the form of their letters alone are told.
        #expect(found + inferred.leftovers(.twin).count == distinct)
    }

    @Test func `entities with names of the language, and of one another`() throws {
        let inferred = try Inferred(
            #"{"Data":[{"id":1,"a":1}],"String":[{"id":1,"b":1}],"Item":[{"id":1,"c":1}],"#
                + #""item":[{"id":1,"d":1}]}"#)
        let names = inferred.mapping.entities.map(\.name)
        #expect(names.contains("StringEntity"))
        #expect(!names.contains("Data") && !names.contains("String"))
        #expect(Set(names.map { $0.lowercased() }).count == 4)
    }

    @Test(arguments: [
        ("people", "Person"), ("statuses", "Status"), ("media", "Media"), ("indices", "Index"),
        ("boxes", "Box"), ("photos", "Photo"), ("series", "Series"), ("data", "Page"),
    ])
    func `an array names its entity in the singular`(key: String, name: String) throws {
        let inferred = try Inferred(#"{"\#(key)":[{"id":1,"x":2},{"id":2,"x":2}]}"#)
        #expect(inferred.mapping.entities.map(\.name) == [name])
    }

    @Test func `a foreign key beside the nested object makes no second relationship`() throws {
        let inferred = try Inferred(
            #"[{"id":1,"userId":5,"user":{"id":5,"name":"a"}},"#
                + #"{"id":2,"userId":6,"user":{"id":6,"name":"b"}}]"#, named: "posts.json")
        #expect(inferred.entities == ["Post postID", "User userID"])
        #expect(inferred.relationships == ["Post.user→User"])
        #expect(inferred.attributes("Post") == ["postID", "userID"])
        #expect(inferred.connections == [])
    }

    @Test func `keys as attributes`() throws {
        let inferred = try Inferred(
            #"[{"id":1,"URLString":"a","user_id":"b","HTML-url":"c","Track ID":"d"}]"#,
            named: "notes.json")
        #expect(
            Set(inferred.attributes("Note"))
                == ["noteID", "urlString", "userID", "htmlURL", "trackID"])
    }
}

extension String {
    /// The parts that follow a text.
    fileprivate func components(between text: String) -> [Substring] {
        var parts: [Substring] = []
        var rest = self[...]
        while let range = rest.firstRange(of: text) {
            rest = rest[range.upperBound...]
            parts.append(rest)
        }
        return parts
    }
}
