import EntityMapper
import HTTPValues
import MercatorPayload
import ObjectGraph
import ResourceMapping
import Testing

@Suite("Responses about objects of a family of entities")
struct AdversaryResponseTests {
    private let model: ManagedObjectModel

    init() throws {
        model = try Figures.model()
    }

    /// Returns mappings of `Figure` alone, or of all entities, in which each root is an array of
    /// one element.
    private func mappings(all: Bool) throws -> MappingSet {
        let figures = try Figures.mappings(model).mappings
        guard all else { return MappingSet([figures[0]], roots: ["figures": "Figure"]) }
        var set = try Figures.mappings(model, root: "figures", using: "Any")
        for mapping in figures {
            set.addRoot(PayloadPath([.key(mapping.name)]), using: mapping.name)
        }
        return set
    }

    private func handle(
        _ json: String, _ object: ManagedObjectID, _ mappings: MappingSet, _ bench: Workbench
    ) throws -> ResponseOutcome {
        try ResourceResponses(MappingOperation(MappingPlan(mappings, for: model))).handle(
            .save, status: 201, body: try PayloadDocument(parsing: Array(json.utf8)),
            for: object, in: bench.container)
    }

    @Test(arguments: StoreKind.allCases)
    func `an object is bound by the mapping of its ancestor`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        let circle = try bench.insert("Circle", ["radius": 4])
        let outcome = try handle(
            #"{"figures": [{"id": 9, "name": "N"}]}"#, circle, try mappings(all: false), bench)
        #expect(outcome.binding == .bound(9))
        #expect(outcome.result?.issues == [])
        #expect(try bench.lines("Figure", "figureID", "name") == [#"9 | "N""#])
    }

    @Test(arguments: StoreKind.allCases)
    func `an identification that a relative of another entity has is taken`(
        kind: StoreKind
    ) throws {
        let bench = try Workbench(kind, model)
        try bench.insert("Square", ["figureID": 9])
        let circle = try bench.insert("Circle", ["radius": 4])
        let outcome = try handle(
            #"{"Circle": [{"id": 9, "radius": 5}]}"#, circle, try mappings(all: true), bench)
        #expect(
            outcome.binding
                == .unbound("expected a new Circle, found the identification of another object"))
        #expect(outcome.result?.issues.map(\.code) == [.conflictingEntity])
        #expect(try bench.lines("Circle", "figureID", "radius") == ["nil | 4"])
    }

    @Test(arguments: StoreKind.allCases)
    func `the identification is what the transform of the mapping makes it`(
        kind: StoreKind
    ) throws {
        let bench = try Workbench(kind, model)
        let circle = try bench.insert("Circle", ["radius": 4])
        var mappings = try mappings(all: true)
        mappings.update("Circle") {
            $0.representationTransform = RepresentationTransform("old") { members in
                members.merging(["id": members["_id"] ?? .null]) { $1 }
            }
        }
        let outcome = try handle(
            #"{"Circle": [{"_id": 9, "radius": 5}]}"#, circle, mappings, bench)
        #expect(outcome.binding == .bound(9))
        #expect(try bench.lines("Circle", "figureID", "radius") == ["9 | 5"])
    }
}
