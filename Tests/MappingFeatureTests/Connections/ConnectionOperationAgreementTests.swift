import EntityMapper
import ObjectGraph
import TestSupport
import Testing

@Suite("Connecting inside a store")
struct ConnectionOperationAgreementTests {
    @Test(arguments: StoreKind.allCases, Seeds.upTo(200))
    func `gives what a unit of work gives`(kind: StoreKind, seed: UInt64) throws {
        let random = try RandomConnections(seed: seed)
        let operation = ConnectionOperation(try random.plan())
        let inside = try Workbench(kind, random.model)
        let outside = try Workbench(kind, random.model)
        for bench in [inside, outside] { try random.fill(bench.container) }
        let result = try operation.run(in: inside.container)
        let expected = try outside.container.perform { context in
            let result = try operation.run(in: context)
            try context.save()
            return result
        }
        #expect(result == expected, "seed \(seed)")
        let connected = try RandomConnections.content(inside)
        #expect(connected == (try RandomConnections.content(outside)), "seed \(seed)")
        // Everything is connected, so a second run by either method has nothing to do.
        let before = try inside.content()
        let again = try operation.run(in: inside.container)
        let back = try outside.container.perform { try operation.run(in: $0) }
        #expect(again == back, "seed \(seed)")
        #expect(again.connected == 0 && again.cleared == 0, "seed \(seed)")
        #expect(try inside.content() == before, "seed \(seed)")
    }

    @Test(arguments: Seeds.upTo(60))
    func `is the same in both stores`(seed: UInt64) throws {
        let random = try RandomConnections(seed: seed)
        let operation = ConnectionOperation(try random.plan())
        var contents: [[String]] = []
        for kind in StoreKind.allCases {
            let bench = try Workbench(kind, random.model)
            try random.fill(bench.container)
            _ = try operation.run(in: bench.container)
            contents.append(try RandomConnections.content(bench))
        }
        #expect(contents[0] == contents[1], "seed \(seed)")
    }

    @Test func `meets every form of a connection among the random ones`() throws {
        var met: Set<String> = []
        for seed in 0..<200 as Range<UInt64> {
            let random = try RandomConnections(seed: seed)
            let trace = StatementTrace()
            let bench = try Workbench(.sqlite, random.model, trace: trace.note)
            try random.fill(bench.container)
            _ = try ConnectionOperation(try random.plan()).run(in: bench.container)
            guard trace.showsConnecting else { continue }
            for connection in random.connections { met.formUnion(random.forms(of: connection)) }
        }
        #expect(
            met == [
                "to-one reference", "to-one reference in order", "to-one reference of one-to-one",
                "to-one inverseReference", "to-many inverseReference",
                "to-many inverseReference in order", "to-many links", "to-many links in order",
                "to-many inverseLinks", "key path", "array", "compound key",
            ])
    }
}
