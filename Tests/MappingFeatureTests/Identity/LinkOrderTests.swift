import EntityMapper
import ObjectGraph
import TestSupport
import Testing

/// Several assignments to one relationship, from either end and by different mappings.
@Suite("Relationships that a payload writes more than once")
struct LinkOrderTests {
    private struct Deaf: MappingObserver {
        func mappingOperation(didObserve event: MappingEvent) {}
    }

    private func lines(_ bench: Workbench) throws -> [Int: [String]] {
        try bench.container.perform { context in
            var lines: [Int: [String]] = [:]
            for object in try context.fetch(FetchRequest("Node")) {
                func number(_ object: ManagedObject) -> Int {
                    if case .integer(let number) = object["nodeID"] { Int(number) } else { 0 }
                }
                lines[number(object)] = Knots.ends.map { end in
                    let list =
                        end.isToMany
                        ? object[toMany: end.name].map(number)
                        : object[toOne: end.name].map { [number($0)] } ?? []
                    return "\(end.name) \(end.isOrdered ? list : list.sorted())"
                }
            }
            return lines
        }
    }

    /// Cost: random histories, which alone found that a list and a reference back compete.
    @Test(arguments: StoreKind.allCases, Seeds.upTo(300))
    func `end as the last word on them says`(kind: StoreKind, seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let bench = try Workbench(kind, Knots.model())
        var naive = NaiveKnots()
        var operation = MappingOperation(
            try MappingPlan(Knots.mappings(bench.container.model), for: bench.container.model))
        if random.chance(0.2) { operation.observer = Deaf() }
        for _ in 0..<3 {
            let payload = KnotPayload(&random)
            try operation.run(payload.json, in: bench.container).requireNoIssues()
            for word in payload.words { naive.say(word) }
            for (node, found) in try lines(bench) {
                let expected = Knots.ends.map { naive.text($0, of: node) }
                let differences = zip(found, expected).filter { $0 != $1 }
                #expect(
                    differences.isEmpty, "\(random): node \(node) \(differences), \(payload.json)")
            }
        }
    }

    @Test(arguments: StoreKind.allCases, [Knots.Manner.set, .union])
    func `of a list and of a reference back the later one counts`(
        kind: StoreKind, manner: Knots.Manner
    ) throws {
        let bench = try Workbench(kind, Knots.model())
        let operation = MappingOperation(
            try MappingPlan(Knots.mappings(bench.container.model), for: bench.container.model))
        func record(_ id: Int, _ text: String) -> String {
            #"{"id": \#(id), "how": "\#(manner)"\#(text)}"#
        }
        let page = [
            record(1, #", "bag": [\#(record(3, "")), \#(record(4, ""))]"#),
            record(4, #", "owner": \#(record(2, ""))"#),
            record(1, #", "bag": [\#(record(3, ""))]"#),
        ]
        for _ in 0..<2 {
            let payload = "[" + page.joined(separator: ",") + "]"
            try operation.run(payload, in: bench.container).requireNoIssues()
            #expect(
                try bench.lines("Node", "nodeID", "owner.nodeID").sorted()
                    == ["1 | []", "2 | []", "3 | [1]", "4 | [2]"])
        }
    }
}
