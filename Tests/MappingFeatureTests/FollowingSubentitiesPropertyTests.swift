import EntityMapper
import ObjectGraph
import Payload
import TestSupport
import Testing

@Suite("What holds for all objects mapped by their own entity")
struct FollowingSubentitiesPropertyTests {
    private let model: ManagedObjectModel
    private let mappings: MappingSet

    init() throws {
        model = try Figures.model()
        mappings = try Figures.mappings(model) { $0.conflictingSubentity = .keep }
    }

    /// A line for each figure, as the naive reader has it.
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

    @Test(arguments: StoreKind.allCases, 0..<60 as Range<UInt64>)
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
}
