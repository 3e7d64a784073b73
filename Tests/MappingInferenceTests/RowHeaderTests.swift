import MappingInference
import Testing

@Suite("Rows with a header")
struct RowHeaderTests {
    private let rows = [#"["id","name"]"#, #"[1,"a"]"#, #"[2,"b"]"#]

    @Test(arguments: [false, true])
    func `the first row names the columns`(areLines: Bool) throws {
        let text = areLines ? rows.joined(separator: "\n") : "[\(rows.joined(separator: ","))]"
        let places = try ProfiledPlaces(text, named: "people.json")
        let place = areLines ? "" : "[]"
        #expect(places.profile.groups[0].rows == ["id", "name"])
        #expect(places[place]?.kinds.objects == 2)
        #expect(places[place]?.kinds.arrays == 0)
        let id = areLines ? "id" : "[].id"
        #expect(places[id]?.kinds.integers == 2 && places[id]?.kinds.texts == 0)
        #expect(places.candidate([id], at: place)?.distinct == 2)
    }

    @Test func `Each source has its own header`() throws {
        let places = try ProfiledPlaces([
            ("p1.json", rows.joined(separator: "\n")),
            ("p2.json", #"["id","name"]"# + "\n[3,\"c\"]"),
        ])
        #expect(places.profile.groups.count == 1)
        #expect(places[""]?.kinds.objects == 3)
        #expect(places["id"]?.values.count == 3)
    }

    @Test(arguments: [
        [#"["id","name"]"#, #"[1,"a"]"#],  // two rows
        [#"["a","b"]"#, #"["c","d"]"#, #"["e","f"]"#],  // texts only
        [#"["id","id"]"#, #"[1,"a"]"#, #"[2,"b"]"#],  // a name twice
        [#"["id",""]"#, #"[1,"a"]"#, #"[2,"b"]"#],  // a name that is empty
        [#"["id","n"]"#, #"[1,"a"]"#, #"[2]"#],  // lengths differ
    ])
    func `Other arrays are no rows`(rows: [String]) throws {
        let error = #expect(throws: InferenceError.self) {
            try ProfiledPlaces("[\(rows.joined(separator: ","))]")
        }
        #expect(error?.code == .nothingToMap)
    }
}
