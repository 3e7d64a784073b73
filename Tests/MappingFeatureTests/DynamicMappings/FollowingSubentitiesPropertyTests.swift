import EntityMapper
import MappingDiagnostics
import MercatorPayload
import ObjectGraph
import TestSupport
import Testing

@Suite("What holds for all objects mapped by their own entity", .endsInTime)
struct FollowingSubentitiesPropertyTests {
    private let model: ManagedObjectModel
    private let mappings: MappingSet

    init() throws {
        model = try Figures.model()
        mappings = try Figures.mappings(model) { $0.conflictingSubentity = .keep }
    }

    /// Returns a line for each figure, in the format of the naive reader.
    private func lines(_ bench: Workbench) throws -> [String] {
        try bench.container.perform { context in
            try context.fetch(FetchRequest("Figure", sortedBy: [.ascending("figureID")]))
                .map { figure in
                    let entity = figure.entity.name
                    let values = (RandomFigures.attributes[entity] ?? []).map { name in
                        if case .string(let text) = figure[name] { return text }
                        return figure.text(at: name)
                    }
                    let line =
                        "\(entity) \(figure.text(at: "figureID")): "
                        + values.joined(separator: " ")
                    guard entity == "Group" else { return line }
                    let members = figure[toMany: "members"].map { $0.text(at: "figureID") }
                    return line + " [\(members.joined(separator: ", "))]"
                }
        }
    }

    @Test(arguments: StoreKind.allCases, Seeds.upTo(60))
    func `each record is mapped by what the store and the payload know`(
        kind: StoreKind, seed: UInt64
    ) throws {
        let bench = try Workbench(kind, model)
        var reader = RandomFigures(seed: seed)
        for _ in 0..<4 {
            let payload = reader.payload()
            let json = "[\(payload.map(\.json).joined(separator: ", "))]"
            reader.read(payload)
            try bench.load(json, mappings)
            try #require(try lines(bench) == reader.lines, "seed \(seed): \(json)")
            let again = try bench.load(json, mappings)
            #expect(again.total.inserted == 0, "seed \(seed): \(json)")
            reader.read(payload)
            #expect(try lines(bench) == reader.lines, "seed \(seed), again: \(json)")
        }
    }

    /// Returns mappings in which the members of a group are nested in a member `m`, and a transform
    /// creates members that the payload does not have.
    private func unfolding() -> MappingSet {
        let unfold = RepresentationTransform("unfold") { group in
            guard case .array(let members) = group["m"] else { return nil }
            let made = members.enumerated().map { index, member -> Value in
                guard case .dictionary(let figure) = member else { return member }
                return .dictionary(figure.merging(["place": .integer(Int64(index))]) { $1 })
            }
            return group.merging(["members": .array(made)]) { $1 }
        }
        var unfolding = mappings
        unfolding.update("Group") { $0.representationTransform = unfold }
        return unfolding
    }

    @Test(arguments: StoreKind.allCases, Seeds.upTo(40))
    func `all ways to the same payload end at the same graph`(
        kind: StoreKind, seed: UInt64
    ) throws {
        var reader = RandomFigures(seed: seed)
        let benches = try (0..<3).map { _ in try Workbench(kind, model) }
        let preloaded = LookupStrategy.preloaded.options(benches[1].container)
        let plan = try MappingPlan(mappings, for: model)
        for _ in 0..<3 {
            let payload = reader.payload()
            let json = "[\(payload.map(\.json).joined(separator: ", "))]"
            let document = try PayloadDocument(parsing: Array(json.utf8))
            reader.read(payload)
            // Dry runs and explanations leave no trace.
            try refuse(json, benches[0])
            let before = try benches[0].content()
            let trial = try MappingOperation(plan).dryRun(document, in: benches[0].container)
            let explanation = try MappingOperation(plan)
                .explain(document, in: benches[0].container)
            #expect(try benches[0].content() == before)
            let result = try benches[0].load(json, mappings)
            #expect(trial.result.counts == result.counts, "seed \(seed): \(json)")
            #expect(trial.result.issues == result.issues, "seed \(seed): \(json)")
            // An explanation lists every representation, including equal ones.
            #expect(explanation.issueCount >= result.issueCount, "seed \(seed): \(json)")
            var observed = MappingOperation(plan, options: preloaded)
            observed.observer = EventLog()
            _ = try observed.run(document, in: benches[1].container)
            try benches[2].load(
                json.replacing(#""members":"#, with: #""m":"#), unfolding())
            for bench in benches {
                try #require(try lines(bench) == reader.lines, "seed \(seed): \(json)")
            }
        }
    }

    /// Maps a payload with a hook that throws an error for each record.
    private func refuse(_ json: String, _ bench: Workbench) throws {
        struct Refusal: Error {}
        let set = try Figures.mappings(model) {
            $0.conflictingSubentity = .keep
            $0.didMap = MappingHook("refusing") { _, _ in throw Refusal() }
        }
        let before = try bench.content()
        let error: MappingError? = caught { try bench.load(json, set) }
        if let error { #expect(error.cause is Refusal) }
        #expect(try bench.content() == before)
    }
}
