import EntityMapper
import MercatorPayload
import ObjectGraph
import Testing

@Suite("Transforms of representations that fail")
struct RepresentationTransformFailureTests {
    private struct NoIdentifier: Error, CustomStringConvertible {
        let description = "no identifier"
    }

    private let model: ManagedObjectModel
    private let payload = """
        [{"id": 1},
          {"name": "no", "extra": {"a": [1]}},
         {"id": 2}]
        """

    init() throws { model = try Comics.model() }

    private func mappings(_ transform: RepresentationTransform) throws -> MappingSet {
        var mappings = try Comics.Mappings(model)
        mappings.character.representationTransform = transform
        return mappings.set
    }

    private static let strict = RepresentationTransform("strict") { members in
        guard members["id"] != nil else { throw NoIdentifier() }
        return nil
    }

    @Test(arguments: StoreKind.allCases, [FailurePolicy.skipRecord, .skipValue])
    func `leave the representation out, with an issue`(
        kind: StoreKind, policy: FailurePolicy
    ) throws {
        let bench = try Workbench(kind, model)
        let result = try bench.load(
            payload, mappings(Self.strict), options: MappingOptions(failurePolicy: policy))
        #expect(try bench.lines("Character", "characterID") == ["1", "2"])
        #expect(
            result.issues.map(\.description) == [
                "Character: expected what the transform 'strict' accepts, found an object that is "
                    + "not; it says: no identifier, at [1] (line 2, column 3)"
            ])
        #expect(result.issues.map(\.code) == [.transformFailed])
    }

    @Test(arguments: StoreKind.allCases)
    func `fail the operation where the policy says so`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        let error: MappingError? = caught {
            try bench.load(
                payload, mappings(Self.strict), options: MappingOptions(failurePolicy: .fail))
        }
        #expect(error?.code == .recordFailed)
        #expect(error?.issue?.line == 2)
        #expect(try bench.lines("Character", "characterID") == [])
    }

    @Test func `tell of numbers that no payload has`() throws {
        let bench = try Workbench(.inMemory, model)
        let result = try bench.load(
            #"{"id": 1}"#,
            mappings(
                RepresentationTransform("endless") { _ in
                    ["id": .array([.double(.infinity)])]
                }))
        #expect(result.issues.first?.found.contains("a number for 'id' that is infinite") == true)
    }

    struct Place: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let transform: RepresentationTransform
        let path: String
        let column: Int
    }

    private static let places = [
        Place(
            testDescription: "what it made is where the representation is",
            transform: RepresentationTransform("made") { members in
                ["id": members["id"] ?? .null, "amount": "much"]
            }, path: "[1]", column: 3),
        Place(
            testDescription: "what it moved is where it was",
            transform: RepresentationTransform("moved") { members in
                ["id": members["id"] ?? .null, "amount": members["name"] ?? .null]
            }, path: "[1].name", column: 21),
        Place(
            testDescription: "what it left alone is where it is",
            transform: RepresentationTransform("added") { members in
                var members = members
                members["code"] = "c"
                return members
            }, path: "[1].amount", column: 36),
        Place(
            testDescription: "what it made inside a nested object is where the outer one is",
            transform: RepresentationTransform("nested") { members in
                ["id": members["id"] ?? .null, "publisher": ["id": "none", "name": []]]
            }, path: "[1]", column: 3),
        Place(
            testDescription: "what it put in the place of an object is where the outer one is",
            transform: RepresentationTransform("scalar") { members in
                ["id": members["id"] ?? .null, "publisher": "DC", "powers": []]
            }, path: "[1]", column: 3),
    ]

    @Test(arguments: StoreKind.allCases, places)
    func `have issues that tell where in the payload it was`(
        kind: StoreKind, place: Place
    ) throws {
        let bench = try Workbench(kind, model)
        let result = try bench.load(
            """
            [{"id": 1},
              {"id": 2, "name": "A", "amount": "x"}]
            """, mappings(place.transform))
        let issue = try #require(result.issues.last)
        #expect(issue.path == place.path)
        #expect(issue.line == 2)
        #expect(issue.column == place.column)
    }

    @Test func `tell of a transform inside what another one made`() throws {
        let bench = try Workbench(.inMemory, model)
        var mappings = try Comics.Mappings(model)
        mappings.character.representationTransform = RepresentationTransform("outer") { members in
            members.merging(["publisher": ["name": "DC"]], uniquingKeysWith: { $1 })
        }
        mappings.publisher.representationTransform = RepresentationTransform("inner") { members in
            members.merging(["id": "none"], uniquingKeysWith: { $1 })
        }
        let result = try bench.load("[\n {\"id\": 1}]", mappings.set)
        let issue = try #require(result.issues.first)
        #expect(issue.property == "publisherID")
        #expect(issue.path == "[0]")
        #expect((issue.line, issue.column) == (2, 2))
    }
}
