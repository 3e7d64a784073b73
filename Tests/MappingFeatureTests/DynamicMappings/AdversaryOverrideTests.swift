import EntityMapper
import MappingDiagnostics
import MercatorPayload
import ObjectGraph
import OrphanDetection
import TestSupport
import Testing

@Suite("Objects mapped by their own entity, by hostile representations", .endsInTime)
struct AdversaryOverrideTests {
    private let model: ManagedObjectModel

    init() throws {
        model = try Figures.model()
    }

    private func bench(_ kind: StoreKind) throws -> Workbench {
        let bench = try Workbench(kind, model)
        try bench.load(
            #"[{"id": 1, "type": "circle", "radius": 1, "serial": 7},"#
                + #" {"id": 2, "type": "disc", "radius": 2, "hue": "red"},"#
                + #" {"id": 3, "type": "group", "title": "G"}]"#,
            try Figures.mappings(model))
        return bench
    }

    private func circles(_ bench: Workbench) throws -> [String] {
        try bench.lines("Circle", "figureID", "name", "radius", "serial")
    }

    @Test(arguments: StoreKind.allCases)
    func `representations created by a transform are distinguished`(kind: StoreKind) throws {
        let bench = try bench(kind)
        var mappings = try Figures.mappings(model, using: "Group")
        mappings.update("Group") {
            $0.representationTransform = RepresentationTransform("radii") { members in
                var members = members
                members["members"] = .array(
                    [1, 2].map { .dictionary(["id": .integer($0), "radius": .integer($0 * 10)]) })
                return members
            }
        }
        let result = try bench.load(#"{"id": 3}"#, mappings)
        #expect(result.issues.isEmpty)
        #expect(try circles(bench) == ["1 | nil | 10 | 7", "2 | nil | 20 | nil"])
        #expect(try bench.lines("Group", "members.figureID") == ["[1,2]"])
    }

    @Test(arguments: StoreKind.allCases)
    func `what is nested in an object of a sub-entity may be about an object that was met before`(
        kind: StoreKind
    ) throws {
        let bench = try bench(kind)
        let result = try bench.load(
            #"[{"id": 1, "name": "A"}, {"id": 3, "members": [{"id": 1, "radius": 9}, 2]}]"#,
            try Figures.mappings(model))
        #expect(result.issues.isEmpty)
        #expect(try circles(bench) == [#"1 | "A" | 9 | 7"#, "2 | nil | 2 | nil"])
        #expect(try bench.lines("Group", "members.figureID") == ["[1,2]"])
    }

    @Test(arguments: StoreKind.allCases)
    func `an object that the caller names is mapped by its own entity`(kind: StoreKind) throws {
        let bench = try bench(kind)
        let plan = try MappingPlan(Figures.mappings(model), for: model)
        let target = try bench.container.perform { context in
            try context.fetch(FetchRequest("Disc"))[0].objectID
        }
        let payload = #"{"name": "D", "radius": 8, "hue": "blue"}"#
        try MappingOperation(plan).run(Array(payload.utf8), in: bench.container, into: target)
            .requireNoIssues()
        #expect(
            try bench.lines("Disc", "figureID", "name", "radius", "hue")
                == [#"2 | "D" | 8 | "blue""#])
    }

    @Test(arguments: StoreKind.allCases)
    func `an identifier stays one where the sub-entity is identified otherwise`(
        kind: StoreKind
    ) throws {
        let bench = try bench(kind)
        for identity in [["serial"], ["figureID", "serial"]] {
            let mappings = try Figures.mappings(model) {
                guard $0.name == "Circle" || $0.name == "Disc" else { return }
                $0.identificationAttributes = identity
                $0.acceptsIdentifiers = identity.count == 1
            }
            let result = try bench.load(#"{"id": 3, "members": [2, 1]}"#, mappings)
            #expect(result.issues.isEmpty)
            #expect(try circles(bench) == ["1 | nil | 1 | 7", "2 | nil | 2 | nil"])
            #expect(try bench.lines("Group", "members.figureID") == ["[2,1]"])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `two representations of other entities are mapped the first time as the second`(
        kind: StoreKind
    ) throws {
        let bench = try Workbench(kind, model)
        let mappings = try Figures.mappings(model) { $0.conflictingSubentity = .keep }
        let payload =
            #"[{"id": 5, "type": "circle", "radius": 1}, {"id": 5, "type": "square", "radius": 2}]"#
        let first = try bench.load(payload, mappings)
        #expect(first.issues.isEmpty)
        #expect(try circles(bench) == ["5 | nil | 2 | nil"])
        let again = try bench.load(payload, mappings)
        #expect(again.total.inserted == 0)
        #expect(again.total.updated == 0)
    }

    @Test(arguments: StoreKind.allCases)
    func `objects with one identification are named, and none is an orphan`(
        kind: StoreKind
    ) throws {
        let bench = try Workbench(kind, model)
        for radius in [1, 2] {
            try bench.insert("Circle", ["figureID": 1, "radius": .integer(Int64(radius))])
        }
        let plan = try MappingPlan(Figures.mappings(model), for: model)
        var operation = MappingOperation(plan)
        operation.orphanDeletion = OrphanDeletion(of: [FetchRequest("Figure")], limit: .unlimited)
        let result = try operation.run(
            Array(#"{"id": 1, "radius": 5}"#.utf8), in: bench.container)
        #expect(result.issues.map(\.code) == [.ambiguousIdentity])
        #expect(try circles(bench) == ["1 | nil | 5 | nil", "1 | nil | 2 | nil"])
    }

    @Test(arguments: StoreKind.allCases)
    func `of several mappings of the entity the one that was asked for applies`(
        kind: StoreKind
    ) throws {
        let bench = try bench(kind)
        var mappings = try Figures.mappings(model, using: "CircleDetail")
        var detail = try #require(mappings["Circle"])
        detail.name = "CircleDetail"
        detail.addAttributeMapping(from: "title", to: "name")
        detail.removeMappings(to: "serial")
        mappings.add(detail)
        try bench.load(#"[{"id": 1, "title": "T", "serial": 0}]"#, mappings).requireNoIssues()
        #expect(try bench.lines("Circle", "figureID", "name", "serial")[0] == #"1 | "T" | 7"#)
    }

    @Test(arguments: StoreKind.allCases)
    func `an explanation tells of the mapping that applied in the end`(kind: StoreKind) throws {
        let bench = try bench(kind)
        let plan = try MappingPlan(Figures.mappings(model), for: model)
        let payload =
            #"[{"id": 3, "title": "T", "members": [{"id": 1, "radius": 5}]}, "#
            + #"{"id": 2, "hue": "b"}]"#
        let explanation = try MappingOperation(plan).explain(
            try PayloadDocument(parsing: Array(payload.utf8)), in: bench.container)
        #expect(explanation.recordCount == 3)
        #expect(
            explanation.mappings.filter { $0.recordCount > 0 }.map(\.name)
                == ["Circle", "Disc", "Group"])
        #expect(explanation.unmappedKeys.isEmpty)
        #expect(explanation.records.map(\.mapping) == ["Group", "Circle", "Disc"])
    }

    @Test(arguments: StoreKind.allCases)
    func `many unknown identifiers of an abstract entity are rejected quickly`(
        kind: StoreKind
    ) throws {
        let bench = try Workbench(kind, model)
        let count = TestTier.pick(gate: 4_000, long: 20_000)
        // With a search for the records of each, this would take minutes.
        let result = try bench.load(
            "[\((1...count).map(String.init).joined(separator: ","))]",
            try Figures.mappings(model))
        #expect(result.issueCount == count)
    }

    @Test(arguments: StoreKind.allCases)
    func `a transform of each representation of many is no reason to search the payload`(
        kind: StoreKind
    ) throws {
        let bench = try Workbench(kind, model)
        var mappings = try Figures.mappings(model)
        mappings.update(dynamic: "Any") {
            $0.representationTransform = RepresentationTransform("names") { members in
                members.merging(["name": "made"]) { $1 }
            }
        }
        let count = TestTier.pick(gate: 4_000, long: 20_000)
        func page(_ members: String) -> String {
            "[" + (1...count).map { #"{"id": \#($0), \#(members)}"# }.joined(separator: ",") + "]"
        }
        try bench.load(page(#""type": "circle", "radius": 1"#), mappings)
        // With a traversal of the list for each, this would take minutes.
        let result = try bench.load(page(#""radius": 2"#), mappings)
        #expect(result.issues.isEmpty)
        #expect(result.total.updated == count)
    }

    @Test
    func `a transform of a large representation takes time in proportion`() throws {
        let bench = try Workbench(.inMemory, model)
        var mappings = try Figures.mappings(model)
        mappings.update("Circle") {
            $0.representationTransform = RepresentationTransform("names") { members in
                members.merging(["name": "made"]) { $1 }
            }
        }
        let members = (0..<10_000).map { #""key\#($0)": \#($0)"# }.joined(separator: ",")
        let result = try bench.load(#"{"id": 1, "type": "circle", \#(members)}"#, mappings)
        #expect(result.issues.isEmpty)
        #expect(try circles(bench) == [#"1 | "made" | nil | nil"#])
    }

    @Test
    func `a transform that changes each element of a list takes time in proportion`() throws {
        let bench = try Workbench(.inMemory, model)
        var mappings = try Figures.mappings(model)
        mappings.update("Group") {
            $0.representationTransform = RepresentationTransform("types") { members in
                guard case .array(let elements) = members["members"] else { return nil }
                let circles = elements.map { element -> Value in
                    guard case .dictionary(let circle) = element else { return element }
                    return .dictionary(circle.merging(["type": "circle"]) { $1 })
                }
                return members.merging(["members": .array(circles)]) { $1 }
            }
        }
        let count = 5_000
        let members = (1...count).map { #"{"id": \#($0), "radius": \#($0)}"# }
        let result = try bench.load(
            #"{"id": 0, "type": "group", "members": [\#(members.joined(separator: ","))]}"#,
            mappings)
        #expect(result.issues.isEmpty)
        #expect(result.counts["Circle"]?.inserted == count)
    }

    @Test(arguments: StoreKind.allCases)
    func `what stands in a payload often is looked at as often, and not for each time anew`(
        kind: StoreKind
    ) throws {
        let bench = try bench(kind)
        let count = 2_000
        let members = Array(repeating: #"{"id": 1, "radius": 9}, 2"#, count: count)
        let groups = (0..<count).map {
            #"{"id": \#($0 + 10), "type": "group", "members": [{"id": 2, "hue": "blue"}]}"#
        }
        // With a traversal for each of them, this would take hours.
        let result = try bench.load(
            #"[{"id": 3, "members": [\#(members.joined(separator: ","))]}, "#
                + groups.joined(separator: ",") + "]", try Figures.mappings(model))
        #expect(result.issues.isEmpty)
        #expect(result.counts["Group"]?.inserted == count)
        #expect(try circles(bench)[0] == "1 | nil | 9 | 7")
        #expect(try bench.lines("Disc", "hue", "group.figureID") == [#""blue" | [2009]"#])
    }

    @Test(arguments: StoreKind.allCases)
    func `an object that is taken over is mapped by its own entity`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        let mappings = try Figures.mappings(model) {
            guard $0.name != "Group" else { return }
            $0.identificationAttributes = nil
            $0.acceptsIdentifiers = false
        }
        try bench.load(
            #"{"id": 3, "type": "group", "members": "#
                + #"[{"type": "square", "side": 1}, {"type": "circle", "radius": 1}]}"#, mappings)
        let payload =
            #"{"id": 3, "type": "group", "members": "#
            + #"[{"type": "square", "side": 2}, {"name": "B", "radius": 5}]}"#
        for updated in [3, 0] {
            let result = try bench.load(payload, mappings)
            #expect(result.issues.isEmpty)
            #expect(result.total.inserted == 0)
            #expect(result.total.updated <= updated)
            #expect(try circles(bench) == [#"nil | "B" | 5 | nil"#])
            #expect(try bench.lines("Square", "side") == ["2"])
        }
    }
}
