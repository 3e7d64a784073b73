import EntityMapper
import MercatorPayload
import ObjectGraph
import Testing

@Suite("Rules of the model, while mapping")
struct ModelRuleTests {
    private let model: ManagedObjectModel

    init() throws {
        model = try ManagedObjectModel([
            EntityDescription(
                "Rating",
                attributes: [
                    .init("id", .integer64),
                    .init("stars", .integer16, rules: [.atLeast(1), .atMost(5)]),
                    .init("code", .string, rules: [.maximumLength(3)]),
                ],
                relationships: [.toOne("film", "Film", inverse: "ratings")]),
            EntityDescription(
                "Film",
                attributes: [
                    .init("filmID", .integer64), .init("year", .integer32, rules: [.atLeast(1888)]),
                ],
                relationships: [.toMany("ratings", "Rating", inverse: "film", maxCount: 2)]),
        ])
    }

    private func ratings() throws -> EntityMapping {
        try model.mapping(
            "Rating", identifiedBy: ["id"], ["id": "id", "stars": "stars", "code": "code"])
    }

    @Test(arguments: StoreKind.allCases)
    func `a value that breaks a rule is an issue, and the others are mapped`(
        kind: StoreKind
    ) throws {
        let bench = try Workbench(kind, model)
        let payload = """
            [{"id": 1, "stars": 4}, {"id": 2, "stars": 6}, {"id": 3, "stars": 1, "code": "long"}]
            """
        let result = try bench.load(payload, try ratings())
        #expect(
            result.issues.map(\.description) == [
                "Rating.stars (id: 2): expected at most 5, found more, at [1].stars (line 1, column 44)",
                "Rating.code (id: 3): expected at most 3 characters, found 4, at [2].code (line 1, "
                    + "column 78)",
            ])
        #expect(result.issues.map(\.code) == [.rejected, .rejected])
        #expect(try bench.lines("Rating", "id", "stars") == ["1 | 4"])
        try bench.load(payload, try ratings(), options: .init(failurePolicy: .skipValue))
        #expect(
            try bench.lines("Rating", "id", "stars", "code") == [
                "1 | 4 | nil", "2 | nil | nil", "3 | 1 | nil",
            ])
        let error: MappingError? = caught {
            try bench.load(payload, try ratings(), options: .init(failurePolicy: .fail))
        }
        #expect(error?.issue?.property == "stars")
    }

    @Test(arguments: StoreKind.allCases)
    func `a value for another object is judged by its rules as well`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        var rating = try ratings()
        rating.addAttributeMapping(from: "year", to: "film.year")
        rating.addRelationshipMapping(from: "film", to: "film", using: "Film")
        let film = try model.mapping("Film", identifiedBy: ["filmID"], ["id": "filmID"])
        let result = try bench.load(
            #"{"id": 1, "year": 1700, "film": {"id": 7}}"#,
            MappingSet([rating, film], roots: [.root: "Rating"]))
        #expect(result.issues.map(\.property) == ["film.year"])
        #expect(try bench.lines("Film", "filmID", "year") == ["7 | nil"])
    }

    @Test(arguments: StoreKind.allCases)
    func `connecting all at once refuses what a save refuses`(kind: StoreKind) throws {
        let counted = try ManagedObjectModel([
            EntityDescription(
                "Rating", attributes: [.init("filmID", .integer64)],
                relationships: [.toOne("film", "Film", inverse: "ratings")]),
            EntityDescription(
                "Film", attributes: [.init("filmID", .integer64)],
                relationships: [.toMany("ratings", "Rating", inverse: "film", maxCount: 2)]),
        ])
        let bench = try Workbench(kind, counted)
        try bench.insert("Film", ["filmID": 7])
        for _ in 0..<3 { try bench.insert("Rating", ["filmID": 7]) }
        let rating = try counted.mapping("Rating", ["film": "filmID"]) {
            $0.addConnection(for: "film", connectedBy: "filmID")
        }
        let plan = try MappingPlan(MappingSet([rating], roots: [.root: "Rating"]), for: counted)
        let before = try bench.content()
        let error: ValidationError? = caught {
            _ = try ConnectionOperation(plan).run(in: bench.container)
        }
        #expect(error?.problems.map(\.property) == ["ratings"])
        #expect(try bench.content() == before)
    }

    @Test(arguments: StoreKind.allCases)
    func `a discarded object says which rule it breaks`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        let film = try model.mapping("Film", identifiedBy: ["filmID"], ["id": "filmID"]) {
            $0.addRelationshipMapping(from: "ratings", to: "ratings", using: "Rating")
            $0.discardsInvalidObjectsOnInsert = true
        }
        let result = try bench.load(
            #"[{"id": 1, "ratings": [{"id": 1}, {"id": 2}, {"id": 3}]}, {"id": 2}]"#,
            MappingSet([film, try ratings()], roots: [.root: "Film"]))
        #expect(
            result.issues.map(\.found) == [
                "another (expected at most 2 of Rating, found 3); the object is left out"
            ])
        #expect(try bench.lines("Film", "filmID") == ["2"])
    }
}
