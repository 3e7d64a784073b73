import ConnectionEvaluation
import EntityMapper
import MercatorPayload
import ObjectGraph
import TestSupport
import Testing

/// Foreign keys that no destination can have: each is an issue at its location.
@Suite("Keys that do not fit")
struct MismatchedKeyTests {
    private static func model(_ source: AttributeType, _ key: AttributeType) throws
        -> ManagedObjectModel
    {
        try ManagedObjectModel([
            EntityDescription(
                "Album",
                attributes: [
                    .init("albumID", .integer64), .init("keys", source), .init("gone", .boolean),
                ],
                relationships: [.toMany("photos", "Photo", isOrdered: true)]),
            EntityDescription("SubAlbum", parent: "Album"),
            EntityDescription("Photo", attributes: [.init("key", key)]),
        ])
    }

    private func bench(
        _ kind: StoreKind, _ source: AttributeType = .array, _ key: AttributeType = .integer64,
        _ change: (inout EntityMapping) -> Void = { _ in }
    ) throws -> (bench: Workbench, plan: MappingPlan) {
        let model = try Self.model(source, key)
        let mapping = try model.mapping(
            "Album", identifiedBy: ["albumID"], ["id": "albumID", "photos": "keys", "gone": "gone"]
        ) {
            $0.addConnection(for: "photos", connectedBy: ["keys": "key"])
            change(&$0)
        }
        let plan = try MappingPlan(MappingSet([mapping], roots: [.root: "Album"]), for: model)
        return (try Workbench(kind, model), plan)
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let type: AttributeType
        let keys: String
        /// The indices of the invalid keys, with their messages.
        let mismatches: [String]
        var source = AttributeType.array
        var testDescription: String { "\(source) \(keys) for \(type)" }
    }

    private static let rows: [Row] = [
        Row(
            type: .integer64, keys: #"[1, 1.5, "x", null, true, "4", 4.0, [1], "0012"]"#,
            mismatches: [
                "[0].photos[1]: whole number, number that is not one",
                "[0].photos[2]: whole number, text that is not one",
                "[0].photos[7]: whole number, an array",
                "[0].photos[8]: whole number, text that is not one",
            ]),
        Row(
            type: .integer16, keys: "[70000, 7]",
            mismatches: ["[0].photos[0]: whole number of 16 bits, number that is not one"]),
        Row(
            type: .uuid, keys: #"["e621e1f8-c36c-495a-93fc-0c247a3e6e5f", "e621", 4]"#,
            mismatches: [
                "[0].photos[1]: UUID, text that is not one",
                "[0].photos[2]: UUID, number that is not one",
            ]),
        Row(
            type: .date, keys: #"["2014-08-31T00:29:15Z", "soon"]"#,
            mismatches: ["[0].photos[1]: ISO 8601 date, text that is not one"]),
        Row(
            type: .string, keys: #"["a", 1, true, {}]"#,
            mismatches: ["[0].photos[3]: text, an object"]),
        Row(
            type: .decimal, keys: #"["1.5", 1.5, "much"]"#,
            mismatches: ["[0].photos[2]: decimal number, text that is not one"]),
        Row(type: .integer64, keys: "[]", mismatches: []),
        Row(type: .integer64, keys: "null", mismatches: []),
        // A single value is read as an array with one element, and has a path of its own.
        Row(
            type: .integer64, keys: #""x""#,
            mismatches: ["[0].photos: whole number, text that is not one"]),
        // Attributes that are not arrays, if both types differ.
        Row(
            type: .integer16, keys: "70000",
            mismatches: ["[0].photos: whole number of 16 bits, number that is not one"],
            source: .integer64),
        Row(
            type: .url, keys: #""not a url""#,
            mismatches: ["[0].photos: URL, text that is not one"], source: .string),
        Row(
            type: .url, keys: #"["https://example.com", "not a url"]"#,
            mismatches: ["[0].photos[1]: URL, text that is not one"]),
        Row(type: .integer16, keys: "7", mismatches: [], source: .integer64),
    ]

    private func texts(_ issues: [MappingIssue]) -> [String] {
        issues.map { issue in
            let expected = issue.expected.replacing(" for Photo.key", with: "")
            #expect(issue.code.description == "invalidValue" && issue.property == "keys")
            #expect(issue.identity == "albumID: 1" && expected != issue.expected)
            return "\(issue.path): \(expected), \(issue.found)"
        }
    }

    @Test(arguments: StoreKind.allCases, rows)
    func `are issues at their place, and the record stays`(kind: StoreKind, row: Row) throws {
        let (bench, plan) = try bench(kind, row.source, row.type)
        let operation = MappingOperation(plan)
        for _ in 0..<2 {
            let result = try operation.run(
                #"[{"id":1,"photos":\#(row.keys)}]"#, in: bench.container)
            #expect(texts(result.issues) == row.mismatches)
            #expect(result.issueCount == row.mismatches.count && result.total.failed == 0)
        }
        #expect(try bench.lines("Album", "albumID") == ["1"])
    }

    @Test(arguments: StoreKind.allCases)
    func `leave the other keys alone, and end an operation that may not fail`(
        kind: StoreKind
    ) throws {
        let (bench, plan) = try bench(kind)
        try bench.insert("Photo", ["key": 4])
        let page = #"[{"id":1,"photos":["x",4]}]"#
        var strict = MappingOperation(plan)
        strict.options.failurePolicy = .fail
        let error: MappingError? = caught { _ = try strict.run(page, in: bench.container) }
        #expect(error?.issue?.path == "[0].photos[0]")
        #expect(try bench.lines("Album", "albumID").isEmpty)
        let result = try MappingOperation(plan).run(page, in: bench.container)
        #expect(result.issueCount == 1 && result.total.connected == 1)
        #expect(result.unresolved.map(\.count) == [1])
        #expect(try bench.lines("Album", "photos.key") == ["[4]"])
    }

    @Test(arguments: StoreKind.allCases)
    func `are said once, of records that are there in the end, in the order of the payload`(
        kind: StoreKind
    ) throws {
        let (bench, plan) = try bench(kind) {
            $0.deletionPredicate = .attribute("gone") == true
        }
        // An object is deleted, so connections are evaluated twice; issues are not repeated, and
        // the last value of an object counts.
        let page = """
            [{"id":1,"photos":[1,"x"]},{"id":2,"photos":["y"],"gone":true},
             {"id":3,"photos":["z"]},{"id":3,"photos":[1]}]
            """
        let result = try MappingOperation(plan).run(page, in: bench.container)
        #expect(result.issues.map(\.path) == ["[0].photos[1]"])
        let next = try MappingOperation(plan).run(#"[{"id":3}]"#, in: bench.container)
        #expect(next.issues.isEmpty)
    }

    @Test(arguments: StoreKind.allCases)
    func `are found through a transform, by a load without the connection, and of sub-entities`(
        kind: StoreKind
    ) throws {
        let (bench, plan) = try bench(kind)
        _ = try MappingOperation(plan).run("[]", in: bench.container)
        let other = try bench.container.model.mapping(
            "SubAlbum", identifiedBy: ["albumID"], ["id": "albumID"]
        ) {
            $0.addAttributeMapping(
                from: "photos", to: "keys",
                using: ValueTransform("parts") {
                    $0.string?.split(separator: ",").map(String.init)
                })
        }
        let result = try bench.load(#"[{"id":5,"photos":"1,x,2"},{"id":6,"photos":"1"}]"#, other)
        #expect(result.issues.map(\.path) == ["[0].photos"])
        #expect(result.issues.first?.entity == "SubAlbum")
    }
}
