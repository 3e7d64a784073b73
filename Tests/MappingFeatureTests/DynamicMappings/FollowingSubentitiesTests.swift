import EntityMapper
import MercatorPayload
import ObjectGraph
import RepresentationWriting
import Synchronization
import TestSupport
import Testing

/// Counts the attempts of operations.
private final class AttemptCounter: MappingObserver {
    private let stored = Mutex(0)

    var count: Int { stored.withLock { $0 } }

    func mappingOperation(didObserve event: MappingEvent) {
        if event.kind == .willMap { stored.withLock { $0 += 1 } }
    }
}

@Suite("Objects mapped by the mapping of their own entity", .endsInTime)
struct FollowingSubentitiesTests {
    private let model: ManagedObjectModel

    init() throws {
        model = try Shapes.model()
    }

    private func bench(_ kind: StoreKind) throws -> Workbench {
        let bench = try Workbench(kind, model)
        try bench.load(
            #"[{"id": 1, "type": "circle", "radius": 2}, {"id": 2, "type": "square", "side": 3}]"#,
            try Shapes.mappings(model))
        return bench
    }

    @Test(arguments: StoreKind.allCases)
    func `an update need not tell the sub-entity`(kind: StoreKind) throws {
        let bench = try bench(kind)
        let result = try bench.load(
            #"[{"id": 1, "radius": 5, "centre": {"x": 1, "y": 2}}, {"id": 2, "side": 6, "radius": 9}]"#,
            try Shapes.mappings(model))
        #expect(result.issues.isEmpty)
        #expect(result.counts["Circle"]?.updated == 1)
        #expect(result.counts["Square"]?.updated == 1)
        #expect(try bench.lines("Circle", "radius", "centre.y") == ["5.0 | [2]"])
        #expect(try bench.lines("Square", "side") == ["6.0"])
        let again = try bench.load(
            #"[{"id": 1, "radius": 5, "centre": {"x": 1, "y": 2}}]"#, try Shapes.mappings(model))
        #expect(again.total.updated == 0)
        #expect(again.total.inserted == 0)
    }

    @Test(arguments: StoreKind.allCases)
    func `what is nested is mapped by its own entity as well`(kind: StoreKind) throws {
        let bench = try bench(kind)
        let result = try bench.load(
            #"{"title": "Sun", "shapes": [2, {"id": 1, "centre": {"x": 0, "y": 7}}]}"#,
            try Shapes.mappings(model, using: "Drawing"))
        #expect(result.issues.isEmpty)
        #expect(try bench.lines("Drawing", "title", "shapes.shapeID") == [#""Sun" | [2,1]"#])
        #expect(try bench.lines("Circle", "centre.y") == ["[7]"])
    }

    @Test(arguments: StoreKind.allCases)
    func `the payload itself may tell the sub-entity elsewhere`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        let result = try bench.load(
            #"[{"id": 5, "radius": 4}, {"id": 5, "type": "circle", "centre": {"x": 1, "y": 1}}]"#,
            try Shapes.mappings(model))
        #expect(result.issues.isEmpty)
        #expect(try bench.lines("Circle", "shapeID", "radius", "centre.x") == ["5 | 4.0 | [1]"])
    }

    @Test(arguments: StoreKind.allCases)
    func `each attempt decides about a further level`(kind: StoreKind) throws {
        let depth = 6
        let model = try Figures.model()
        let bench = try Workbench(kind, model)
        func groups(_ type: String) -> String {
            (1...depth).reversed().reduce("") { inner, id in
                #"{"id": \#(id)\#(type), "title": "T\#(id)", "members": [\#(inner)]}"#
            }
        }
        try bench.load(groups(#", "type": "group""#), try Figures.mappings(model))
        let counter = AttemptCounter()
        var operation = MappingOperation(
            try MappingPlan(try Figures.mappings(model), for: bench.container.model))
        operation.observer = counter
        let result = try operation.run(groups(""), in: bench.container)
        #expect(counter.count == depth + 1)
        #expect(result.total.unchanged == depth)
        #expect(result.total.inserted == 0)
    }

    @Test(arguments: StoreKind.allCases)
    func `nothing is inserted of an abstract entity`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        let result = try bench.load(
            #"[{"id": 3, "type": "star", "name": "S"}, {"id": 4, "type": "circle"}]"#,
            try Shapes.mappings(model))
        #expect(
            result.issues.map(\.description) == [
                "Shape (shapeID: 3): expected an object that is there, or a representation that tells "
                    + "the sub-entity, since Shape is abstract, found one that names neither, at [0] "
                    + "(line 1, column 2)"
            ])
        #expect(result.issues.first?.code == .abstractEntity)
        #expect(result.counts["Shape"]?.failed == 1)
        #expect(try bench.lines("Shape", "shapeID") == ["4"])
        let before = try bench.content()
        #expect(throws: MappingError.self) {
            try bench.load(
                #"{"title": "T", "shapes": [4, 99]}"#,
                try Shapes.mappings(model, using: "Drawing"),
                options: MappingOptions(failurePolicy: .fail))
        }
        #expect(try bench.content() == before)
    }

    @Test(arguments: StoreKind.allCases)
    func `an object of another sub-entity stays, and is mapped as what it is`(
        kind: StoreKind
    ) throws {
        let bench = try bench(kind)
        let mappings = try Shapes.mappings(model) { $0.conflictingSubentity = .keep }
        let result = try bench.load(
            #"{"id": 1, "type": "square", "name": "still round", "radius": 8, "side": 4}"#, mappings
        )
        #expect(result.issues.isEmpty)
        #expect(
            try bench.lines("Shape", "shapeID", "name")
                == [#"1 | "still round""#, "2 | nil"])
        #expect(try bench.lines("Circle", "radius") == ["8.0"])
    }

    @Test(arguments: StoreKind.allCases)
    func `several representations may be about one object`(kind: StoreKind) throws {
        let bench = try bench(kind)
        let result = try bench.load(
            #"[{"id": 1, "radius": 5}, {"id": 1, "type": "circle", "name": "A"}, {"id": 1, "radius": 6}, 1]"#,
            try Shapes.mappings(model))
        #expect(result.issues.isEmpty)
        #expect(result.total.updated == 1)
        #expect(try bench.lines("Circle", "name", "radius") == [#""A" | 6.0"#])
    }

    @Test
    func `without the flag an abstract entity is a problem of the plan`() throws {
        let mappings = try Shapes.mappings(model) { $0.followsSubentities = false }
        let error: MappingPlanError? = caught { _ = try MappingPlan(mappings, for: model) }
        #expect(
            error?.problems.map(\.description) == [
                "Shape: Shape is abstract and has no objects; map one of its sub-entities, or set "
                    + "followsSubentities to update the objects that are there"
            ])
    }

    @Test(arguments: StoreKind.allCases)
    func `objects are written by the mapping of their own entity`(kind: StoreKind) throws {
        let bench = try bench(kind)
        let plan = try MappingPlan(Shapes.mappings(model), for: model)
        let writer = try RepresentationWriter(plan, mapping: "Shape", profile: .create)
        let text = try bench.container.perform { context in
            String(
                decoding: try writer.jsonBytes(for: try context.fetch(FetchRequest("Shape"))),
                as: UTF8.self)
        }
        #expect(text == #"[{"id":1,"radius":2.0},{"id":2,"side":3.0}]"#)
    }
}
