import ConnectionEvaluation
import EntityMapper
import MercatorPayload
import ObjectGraph
import TestSupport
import Testing

/// Loads connect the objects of their scope, `ConnectionOperation` connects all objects.
@Suite("Connecting in loads, and all at once")
struct ConnectionLoadAgreementTests {
    /// Performs a load whose save follows that of another one.
    private func cross(
        _ first: MappingOperation, _ page: String,
        with other: (operation: MappingOperation, page: String), in container: PersistentContainer
    ) throws {
        do {
            try container.perform { context in
                _ = try first.run(page, in: context)
                _ = try other.operation.run(other.page, in: container)
                try context.save()
            }
        } catch let error as StoreError
            where [.conflict, .uniqueness, .brokenReference].contains(error.code)
        {
            _ = try first.run(page, in: container)
        }
    }

    @Test(arguments: StoreKind.allCases, Seeds.upTo(250, and: [20_783_000_143]))
    func `leaves nothing for an operation to do`(kind: StoreKind, seed: UInt64) throws {
        let connections = try RandomConnections(seed: seed)
        let bench = try Workbench(kind, connections.model)
        var random = SeededGenerator(seed: seed &+ 1_000_000)
        let operations = [
            MappingOperation(try connections.loadingPlan(connects: true)),
            MappingOperation(try connections.loadingPlan(connects: false)),
        ]
        var story: [String] = []
        for round in 0..<6 {
            let operation = round == 0 ? operations[0] : random.pick(operations)
            let page = connections.page(&random)
            story.append(page)
            if random.chance(0.3) {
                let other = (random.pick(operations), connections.page(&random))
                story.append("meanwhile " + other.1)
                try cross(operation, page, with: other, in: bench.container)
            } else {
                _ = try operation.run(page, in: bench.container)
            }
            let before = try bench.content()
            let inContext = try bench.container.perform { try ConnectionOperation().run(in: $0) }
            let inStore = try ConnectionOperation().run(in: bench.container)
            let said: () -> String = {
                "seed \(seed): \(inContext) by \(connections.connections) after "
                    + "\(story.joined(separator: "\n")), from\n\(before)"
            }
            #expect(inContext.connected == 0 && inContext.cleared == 0, "\(said())")
            #expect(inContext == inStore, "\(said())")
            #expect(try bench.content() == before, "\(said())")
            #expect(try bench.container.openConnections() == inStore.unresolved, "\(said())")
            guard try bench.content() == before else { return }
        }
    }

    @Test func `fills relationships of every form`() throws {
        var met: Set<String> = []
        for seed in 0..<120 as Range<UInt64> {
            let connections = try RandomConnections(seed: seed)
            let bench = try Workbench(.inMemory, connections.model)
            var random = SeededGenerator(seed: seed)
            let operation = MappingOperation(try connections.loadingPlan(connects: true))
            for _ in 0..<4 { _ = try operation.run(connections.page(&random), in: bench.container) }
            for connection in connections.connections {
                let lines = try bench.lines(
                    connection.entity, connection.relationship + ".isActive")
                guard lines.contains(where: { $0 != "[]" }) else { continue }
                met.formUnion(connections.forms(of: connection))
            }
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
