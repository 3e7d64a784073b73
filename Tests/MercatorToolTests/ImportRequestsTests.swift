import Foundation
import TestSupport
import Testing

@Suite("mercator import, with what is kept on request", .endsInTime)
struct ImportRequestsTests {
    private let workshop: Workshop

    init() throws {
        workshop = try Workshop()
    }

    /// Imports payloads, and returns the numbers of inserted and updated objects.
    private func load(_ words: String...) throws -> [Int] {
        let run = try workshop.run(["import"] + words + ["--into", "a.sqlite", "--json"])
        #expect(run.status == 0, "\(run.errors)")
        let counts = try JSONDecoder().decode(
            [String: [String: Int]].self, from: Data(run.output.utf8))
        return ["inserted", "updated"].map { name in
            counts.values.reduce(0) { $0 + ($1[name] ?? 0) }
        }
    }

    @Test("--keep-rest keeps what is left out, on later pages too, without what is dropped")
    func keepsRest() throws {
        try workshop.write(
            #"[{"id": 1, "id_str": "1", "geo": null, "secret": "x"}, {"id": 2, "id_str": "2"}]"#,
            to: "notes.json")
        let flags = ["--keep-rest", "--drop", "[].secret"]
        #expect(try load("notes.json", flags[0], flags[1], flags[2]) == [2, 0])
        let rows = { try workshop.rows("SELECT noteID, rest FROM Note ORDER BY 1", in: "a.sqlite") }
        #expect(try rows() == [#"1|{"geo":null,"id_str":"1"}"#, #"2|{"id_str":"2"}"#])
        #expect(try load("notes.json", "--start-over") == [0, 0])
        try workshop.write(
            #"[{"id": 3, "geo": null, "secret": "y", "more": {"a": []}}]"#, to: "notes2.json")
        #expect(try load("notes2.json") == [1, 0])
        #expect(try rows().last == #"3|{"geo":null,"more":{"a":[]}}"#)
    }

    @Test("a key that a later page maps leaves the rest of earlier records, and is not lost")
    func movesKeptKeys() throws {
        try workshop.write(
            #"""
            [{"id": 1, "id_str": "1", "geo": null, "tags": []},
             {"id": 2, "id_str": "2", "other": null}]
            """#, to: "notes.json")
        #expect(try load("notes.json", "--keep-rest") == [2, 0])
        try workshop.write(
            #"[{"id": 3, "id_str": "x3", "geo": 7, "tags": ["a"]}]"#, to: "notes2.json")
        #expect(try load("notes2.json") == [1, 0])
        #expect(
            try workshop.rows(
                "SELECT noteID, idStr, geo, tags, rest FROM Note ORDER BY 1", in: "a.sqlite") == [
                    "1|1|||", #"2|2|||{"other":null}"#, #"3|x3|7|["a"]|"#,
                ])
        #expect(try load("notes2.json", "--start-over") == [0, 0])
    }

    @Test(
        "identifiers and objects at one place give one object, whatever comes first",
        arguments: [["ids.json", "objects.json"], ["objects.json", "ids.json"], ["both.json"]])
    func identifiers(files: [String]) throws {
        let identifiers = #"{"id": 1, "author": 3}"#
        let object = #"{"id": 2, "author": {"id": 3, "name": "A"}}"#
        try workshop.write(#"{"articles": [\#(identifiers)]}"#, to: "ids.json")
        try workshop.write(#"{"articles": [\#(object)]}"#, to: "objects.json")
        try workshop.write(#"{"articles": [\#(identifiers), \#(object)]}"#, to: "both.json")
        for file in files { _ = try load(file) }
        let authors = "SELECT authorID, name FROM Author"
        #expect(try workshop.rows(authors, in: "a.sqlite") == ["3|A"])
        let links = try workshop.rows(
            "SELECT name FROM pragma_table_info('Article') WHERE name IN ('author', 'author2') "
                + "ORDER BY name DESC", in: "a.sqlite")
        let link = try #require(links.first)
        #expect(
            try workshop.rows(
                "SELECT a.articleID, o.name FROM Article a JOIN Author o ON o._id = a.\(link) "
                    + "ORDER BY 1", in: "a.sqlite") == ["1|A", "2|A"])
        for file in files { #expect(try load(file, "--start-over") == [0, 0], "\(file)") }
    }

    @Test(
        "T9: --enums writes the known texts into the mapping file, and Swift with a type for them")
    func enumerations() throws {
        let notes = (0..<30).map { #"{"id": \#($0), "state": "\#(["open", "done"][$0 % 2])"}"# }
        try workshop.write("[\(notes.joined(separator: ","))]", to: "notes.json")
        let run = try workshop.run([
            "infer", "notes.json", "--enums", "--save", "notes.mapping.json", "--swift", "Notes",
        ])
        #expect(run.status == 0, "\(run.errors)")
        #expect(try workshop.text(of: "notes.mapping.json").contains(#""cases": ["done", "open"]"#))
        let model = try workshop.text(of: "Notes/Sources/Notes/Model.swift")
        #expect(model.contains("let state = Attribute<NoteState?>()"))
        let plain = try workshop.run(["infer", "notes.json", "--save", "plain.json"])
        #expect(plain.status == 0)
        #expect(try !workshop.text(of: "plain.json").contains("cases"))
        let check = try workshop.run(["infer", "notes.json", "--check", "notes.mapping.json"])
        #expect(check.status == 0, "\(check.output)")
    }
}
