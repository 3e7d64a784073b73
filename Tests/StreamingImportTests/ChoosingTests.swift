import EntityMapper
import MercatorPayload
import ObjectGraph
import StreamingImport
import Testing

@Suite("The kind of a file")
struct ChoosingTests {
    private static let model = [
        EntityDescription(
            "Film", attributes: [.init("filmID", .integer64), .init("title", .string)]),
        EntityDescription(
            "Person", attributes: [.init("personID", .integer64), .init("name", .string)]),
        EntityDescription("Word", attributes: [.init("key", .string), .init("value", .string)]),
    ]
    private let folder: Folder
    private let kinds: [DocumentImport]

    /// The kinds: films, people, words of a map, and films beside people.
    init() throws {
        folder = try Folder()
        let model = try ManagedObjectModel(Self.model)
        var film = EntityMapping(for: Self.model[0])
        film.addAttributeMappings(["id": "filmID", "title": "title"])
        var person = EntityMapping(for: Self.model[1])
        person.addAttributeMappings(["id": "personID", "name": "name"])
        var word = EntityMapping(for: Self.model[2], infersIdentification: false)
        word.identificationAttributes = ["key"]
        word.forcesCollectionMapping = true
        word.addAttributeMapping(fromKeyOfRepresentationTo: "key")
        word.addAttributeMapping(from: "{key}.meaning", to: "value")
        let roots: [KeyValuePairs<PayloadPath, String>] = [
            ["": "Film"], ["": "Person"], ["": "Word"], ["films": "Film", "people": "Person"],
            ["films": "Film"],
        ]
        kinds = try roots.map { roots in
            try DocumentImport(
                MappingPlan(MappingSet([film, person, word], roots: roots), for: model))
        }
    }

    /// Returns the number of the kind of a file with a text; `nil` if it is of none.
    private func kind(_ text: String, lines: Bool = false) throws -> Int? {
        let kinds =
            lines ? try kinds.map { try DocumentImport($0.plan, form: .lines) } : kinds
        let best = try DocumentImport.best(of: kinds, forFile: folder.write(text))
        return kinds.firstIndex { $0.plan.mappings == best.plan.mappings }
    }

    @Test(arguments: [
        (#"[{"id": 1, "title": "a"}]"#, 0), (#"[{"id": 1, "name": "a"}]"#, 1),
        (#"{"id": 1, "name": "a"}"#, 1),
        (#"[{"id": 1}, {"id": 2, "name": "b"}, {"id": 3, "name": null}]"#, 1),
        (#"{"kind": {"meaning": "sort"}, "best": {"meaning": "first"}}"#, 2),
        (#"{"films": [{"id": 1}], "people": [{"id": 1}]}"#, 3),
        (#"{"films": [{"id": 1, "title": "a"}], "total": 1}"#, 4),
        ("[]", 0),
    ])
    func `mappings that find most are chosen, then those that miss the fewest root paths`(
        text: String, expected: Int
    ) throws {
        #expect(try kind(text) == expected)
    }

    @Test func `lines are records`() throws {
        #expect(try kind("{\"id\": 1, \"name\": \"a\"}\n{\"id\": 2}\n", lines: true) == 1)
    }

    @Test func `a large file is read only as far as its first records`() throws {
        let rest = String(repeating: #"{"id": 2, "title": "b"},"#, count: 100_000)
        #expect(
            try kind(#"[{"id": 1, "name": "a"}, {"id": 2, "name": "b"}, "# + rest + "not JSON") == 0
        )
    }

    @Test func `a file of no kind is an error, and so is one that cannot be read`() throws {
        let known = Array(kinds[3...])
        let other = try folder.write(#"{"others": []}"#)
        #expect(throws: ImportError.self) { try DocumentImport.best(of: known, forFile: other) }
        let malformed = try folder.write(#"{"films": [{"id": }]}"#)
        let error = #expect(throws: ImportError.self) {
            try DocumentImport.best(of: known, forFile: malformed)
        }
        #expect(error?.code == .malformedSource || error?.code == .malformedRecord)
        let missing = #expect(throws: ImportError.self) {
            try DocumentImport.best(of: known, forFile: "/no/such/file.json")
        }
        #expect(missing?.code == .cannotRead)
    }

    @Test func `names have as many folders as it takes to tell files apart`() {
        #expect(
            DocumentImport.names(ofFiles: ["/a/2024/x.json", "/a/2025/x.json", "/b/y.json"])
                == ["2024/x.json", "2025/x.json", "y.json"])
        #expect(DocumentImport.names(ofFiles: ["x.json", "./x.json"]).count == 2)
        #expect(DocumentImport.names(ofFiles: []) == [])
    }
}
