import EntityMapper
import MercatorPayload
import ObjectGraph
import TestSupport
import Testing

@Suite("A dry run of any payload")
struct DryRunPropertyTests {
    @Test(arguments: StoreKind.allCases, Seeds.upTo(25))
    func `reports what the run then changes`(kind: StoreKind, seed: UInt64) throws {
        let model = try News.model()
        let operation = MappingOperation(try MappingPlan(News.mappings(for: model), for: model))
        var random = SeededGenerator(seed: seed)
        let pages = RandomNews(&random).pages(&random) + RandomNews(&random).pages(&random)
        // The twin has no dry runs: if these had a lasting effect, the stores would differ.
        let (bench, twin) = (try Workbench(kind, model), try Workbench(kind, model))
        var changes = 0
        for page in pages {
            let document = try PayloadDocument(parsing: page)
            changes += try expectAgreement(operation, document, bench, random).changes.objects.count
            _ = try operation.run(document, in: twin.container)
            #expect(try bench.content() == twin.content(), "\(random)")
        }
        #expect(changes > 0)
    }

    @Test(arguments: StoreKind.allCases, Seeds.upTo(60))
    func `agrees with any mapping`(kind: StoreKind, seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let mapping = try RandomMapping(&random, isRepeatable: true)
        var operation = MappingOperation(mapping.plan, options: mapping.options)
        operation.metadata = ["page": 7]
        let bench = try Workbench(kind, mapping.plan.model)
        for _ in 0..<3 {
            let document = try PayloadDocument(parsing: RandomMapping.payload(&random))
            let before = try bench.content()
            do {
                _ = try expectAgreement(operation, document, bench, random)
            } catch let error as MappingError {
                #expect(try bench.content() == before, "\(random)")
                let real = caught(MappingError.self) {
                    _ = try operation.run(document, in: bench.container)
                }
                #expect(real?.message == error.message, "\(random)")
            }
        }
    }

    @Test(arguments: StoreKind.allCases, Seeds.upTo(25))
    func `in a context reports what comes on top of its changes`(
        kind: StoreKind, seed: UInt64
    ) throws {
        let model = try News.model()
        let operation = MappingOperation(try MappingPlan(News.mappings(for: model), for: model))
        var random = SeededGenerator(seed: seed)
        let pages = RandomNews(&random).pages(&random) + RandomNews(&random).pages(&random)
        let documents = try pages.map { try PayloadDocument(parsing: $0) }
        let bench = try Workbench(kind, model)
        let saves = documents.map { _ in random.chance(0.2) }
        let (isRead, seed) = (random.chance(0.5), "\(random)")
        try bench.container.perform { context in
            for (document, saves) in zip(documents, saves) {
                let dryRun = try operation.dryRun(document, in: context)
                let before = isRead ? try GraphSnapshot(context) : nil
                let pending = try context.changes()
                let state = context.state
                let result = try operation.run(document, in: context)
                #expect(result.counts == dryRun.result.counts, "\(seed)")
                let changes = try context.changes(since: state, identities: [])
                let names = realNames(of: dryRun.changes, as: changes)
                #expect(
                    GraphSnapshot.lines(of: dryRun.changes, naming: names)
                        == GraphSnapshot.lines(of: changes), "\(seed)")
                if let before {
                    let after = try GraphSnapshot(context)
                    #expect(
                        GraphSnapshot.lines(of: changes)
                            == before.differences(to: after, in: model),
                        "\(seed)")
                    #expect(before.wrongMove(in: changes, to: after) == nil, "\(seed)")
                }
                let isSame = try context.changes() == pending
                #expect(dryRun.changes.isEmpty == isSame, "\(seed)")
                if saves { try context.save() }
            }
        }
    }

    /// Runs a dry run, then the operation, then a dry run again.
    private func expectAgreement(
        _ operation: MappingOperation, _ document: PayloadDocument, _ bench: Workbench,
        _ random: SeededGenerator
    ) throws -> DryRun<MappingResult> {
        let model = bench.container.model
        let content = try bench.content()
        let before = try GraphSnapshot(bench.container)
        let dryRun = try operation.dryRun(document, in: bench.container)
        #expect(try bench.content() == content, "\(random)")
        let result = try operation.run(document, in: bench.container)
        #expect(result.counts == dryRun.result.counts, "\(random)")
        #expect(result.issues == dryRun.result.issues, "\(random)")
        let after = try GraphSnapshot(bench.container)
        let names = realNames(of: dryRun.changes, as: before.newObjects(in: after))
        #expect(names.keys.allSatisfy { $0.isProvisional }, "\(random)")
        let expected = before.differences(to: after, in: model)
        let found = GraphSnapshot.lines(of: dryRun.changes, naming: names)
        #expect(found == expected, "\(random)")
        #expect(
            before.wrongMove(in: dryRun.changes, to: after, naming: names) == nil, "\(random)")
        #expect(try operation.dryRun(document, in: bench.container).changes.isEmpty, "\(random)")
        return dryRun
    }

    /// Returns the real objects of a dry run's new objects, which both number in the same order.
    private func realNames(
        of report: ChangeReport, as real: [ManagedObjectID]
    ) -> [ManagedObjectID: ManagedObjectID] {
        let new = report.objects.filter { $0.kind == .inserted }.map(\.name.identifier)
        return Dictionary(uniqueKeysWithValues: zip(new.sorted(), real.sorted()))
    }

    private func realNames(
        of report: ChangeReport, as real: ChangeReport
    ) -> [ManagedObjectID: ManagedObjectID] {
        let new = real.objects.filter { $0.kind == .inserted }.map(\.name.identifier)
        return realNames(of: report, as: new)
    }
}
