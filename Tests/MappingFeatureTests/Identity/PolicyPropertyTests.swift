import EntityMapper
import ObjectGraph
import TestSupport
import Testing

/// Every policy with and without identification, over relationships of every kind, with repeated
/// records and loads.
@Suite("Policies against a naive graph")
struct PolicyPropertyTests {
    private func lines(_ bench: Workbench) throws -> [String] {
        func text(_ value: Value) -> String {
            switch value {
            case .integer(let number): "\(number)"
            case .string(let text): text
            default: "nil"
            }
        }
        func line(_ item: ManagedObject) -> String {
            ["itemID", "name", "note"].map { text(item[$0]) }.joined(separator: "/")
        }
        return try bench.container.perform { context in
            let boxes = try context.fetch(
                FetchRequest("Box", sortedBy: [.ascending("boxID")])
            ).map { box in
                let lists = Boxes.relationships.map { name in
                    let items =
                        name == "pick"
                        ? box[toOne: name].map { [$0] } ?? [] : box[toMany: name]
                    let texts = items.map(line)
                    return (name == "row" ? texts : texts.sorted()).joined(separator: ",")
                }
                return "\(text(box["boxID"])) \(text(box["label"])): "
                    + lists.joined(separator: " | ")
            }
            return boxes + (try context.fetch(FetchRequest("Item")).map(line).sorted())
        }
    }

    private func expectAgreement(
        _ kind: StoreKind, _ random: inout SeededGenerator, restricts: Bool
    ) throws {
        let bench = try Workbench(kind, Boxes.model())
        var naive = NaiveBoxes()
        for _ in 0..<4 {
            let rules = Boxes.Rules(&random, restricts: restricts)
            let payload = BoxPayload(&random)
            let plan = try MappingPlan(
                rules.mappings(bench.container.model), for: bench.container.model)
            for _ in 0..<(random.chance(0.4) ? 2 : 1) {
                let start = try lines(bench)
                let dryRun = try MappingOperation(plan).dryRun(
                    Array(payload.json.utf8), in: bench.container)
                let result = try MappingOperation(plan).run(
                    Array(payload.json.utf8), in: bench.container)
                naive.load(payload, rules)
                let story = "\(random): \(rules) of \(payload.json) over \(start)"
                #expect(try lines(bench) == naive.lines, "\(story)")
                #expect(dryRun.result.counts == result.counts, "\(story)")
                let items = result.counts["Item"] ?? MappingCounts()
                let expected = naive.counts.items
                #expect(
                    [items.inserted, items.deleted, items.disallowed]
                        == [expected.inserted, expected.deleted, expected.disallowed], "\(story)")
                let boxes = result.counts["Box"] ?? MappingCounts()
                #expect(
                    [boxes.inserted, boxes.disallowed]
                        == [naive.counts.boxes.inserted, naive.counts.boxes.disallowed], "\(story)")
            }
        }
    }

    // In the last ones, `null` precedes an element that cannot be read.
    @Test(arguments: StoreKind.allCases, Seeds.upTo(150, and: [163, 980, 1197]))
    func `policies do what they say`(kind: StoreKind, seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        try expectAgreement(kind, &random, restricts: false)
    }

    @Test(arguments: StoreKind.allCases, Seeds.upTo(250, from: 1000, and: [2210]))
    func `and so do operations that are left out`(kind: StoreKind, seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        try expectAgreement(kind, &random, restricts: true)
    }
}
