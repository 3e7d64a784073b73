import Mercator
import TestSupport
import Testing

@Suite("Tasks that map into one container at once", .endsInTime)
struct ParallelMappingTests {
    struct Entry: Entity {
        let entryID = Attribute<Int64>("entryID")
        let title = Attribute<String?>("title")
        let author = ToOne<Writer>("author", inverse: \.entries)
        let labels = ToMany<Label>("labels", inverse: \.entries)
    }

    struct Writer: Entity {
        let writerID = Attribute<Int64>("writerID")
        let name = Attribute<String?>("name")
        let entries = ToMany<Entry>("entries")
    }

    struct Label: Entity {
        let labelID = Attribute<Int64>("labelID")
        let entries = ToMany<Entry>("entries")
    }

    private static func operation() throws -> MappingOperation {
        let model = try ManagedObjectModel(Entry.self, Writer.self, Label.self)
        var entries = EntityMapping(for: Entry.self)
        entries.addAttributeMappings(["id": "entryID", "title": "title"])
        entries.addRelationshipMapping(from: "author", to: "author", using: "Writer")
        entries.addRelationshipMapping(from: "labels", to: "labels", using: "Label")
        var writers = EntityMapping(for: Writer.self)
        writers.addAttributeMappings(["id": "writerID", "name": "name"])
        var labels = EntityMapping(for: Label.self)
        labels.addAttributeMappings(["id": "labelID"])
        let mappings = MappingSet([entries, writers, labels], roots: ["entries": "Entry"])
        return MappingOperation(try MappingPlan(mappings, for: model))
    }

    /// Returns payloads that repeatedly contain the same entries, writers and labels with the same
    /// values, so that the resulting graph does not depend on their order.
    private static func payloads(seed: UInt64) -> [[UInt8]] {
        var generator = SeededGenerator(seed: seed)
        return (0..<12).map { _ in
            let ids = (0..<40).map { _ in Int.random(in: 0..<150, using: &generator) }
            let records = ids.map { id in
                """
                {"id":\(id),"title":"entry \(id)","author":{"id":\(id % 7),"name":"writer \(id % 7)"},\
                "labels":[{"id":\(id % 5)},{"id":\(5 + id % 11)}]}
                """
            }
            return Array(#"{"entries":[\#(records.joined(separator: ","))]}"#.utf8)
        }
    }

    /// Returns the saved contents by identification of the objects, with a line for each, so that
    /// duplicates are detected.
    private static func content(_ container: PersistentContainer) throws -> [String] {
        try container.perform { context in
            let entries = try context.fetch(Entry.self).map { entry in
                let labels = entry.labels.map(\.labelID).sorted()
                return "entry \(entry.entryID), \(entry.title ?? ""), "
                    + "by \(entry.author?.writerID ?? -1), \(labels)"
            }
            let writers = try context.fetch(Writer.self).map { writer in
                let entries = writer.entries.map(\.entryID).sorted()
                return "writer \(writer.writerID), \(writer.name ?? ""), \(entries)"
            }
            let labels = try context.fetch(Label.self).map { label in
                let entries = label.entries.map(\.entryID).sorted()
                return "label \(label.labelID), \(entries)"
            }
            return (entries + writers + labels).sorted()
        }
    }

    private static func sequentially(_ payloads: [[UInt8]]) throws -> [String] {
        let operation = try operation()
        let container = try PersistentContainer(
            model: operation.plan.model, store: InMemoryStore())
        for payload in payloads { _ = try operation.run(payload, in: container) }
        return try content(container)
    }

    @Test(arguments: StoreKind.allCases, [1, 2, 3] as [UInt64])
    func `in the background, they leave what one after the other leaves`(
        store: StoreKind, seed: UInt64
    ) async throws {
        let payloads = Self.payloads(seed: seed)
        let expected = try Self.sequentially(payloads)
        try await store.withStoreAwaiting { store in
            let operation = try Self.operation()
            let container = try PersistentContainer(model: operation.plan.model, store: store)
            let inserted = try await withThrowingTaskGroup(of: Int.self) { group in
                for payload in payloads {
                    group.addTask {
                        // One more attempt suffices, because the last one has exclusive access.
                        try await container.performBackgroundTask(retryLimit: 1) { context in
                            let document = try PayloadDocument(parsing: payload)
                            let result = try operation.run(document, in: context)
                            try context.save()
                            return result.total.inserted
                        }
                    }
                }
                return try await group.reduce(0, +)
            }
            #expect(try Self.content(container) == expected, "seed \(seed)")
            #expect(inserted == expected.count, "seed \(seed)")
        }
    }

    @Test(arguments: StoreKind.allCases, [4, 5] as [UInt64])
    func `with a context each, they leave it too`(store: StoreKind, seed: UInt64) async throws {
        let payloads = Self.payloads(seed: seed)
        let expected = try Self.sequentially(payloads)
        try await store.withStoreAwaiting { store in
            var operation = try Self.operation()
            operation.options.retryLimit = 1000
            let container = try PersistentContainer(model: operation.plan.model, store: store)
            try await withThrowingTaskGroup(of: Void.self) { [operation] group in
                for payload in payloads {
                    group.addTask { _ = try operation.run(payload, in: container) }
                }
                try await group.waitForAll()
            }
            #expect(try Self.content(container) == expected, "seed \(seed)")
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `a payload that fails harms no other`(store: StoreKind) async throws {
        let payloads = Self.payloads(seed: 6)
        let expected = try Self.sequentially(payloads)
        try await store.withStoreAwaiting { store in
            let operation = try Self.operation()
            let container = try PersistentContainer(model: operation.plan.model, store: store)
            let failures = await withTaskGroup(of: Bool.self) { group in
                for payload in payloads + payloads.map({ Array($0.dropLast()) }) {
                    group.addTask {
                        do {
                            try await container.performBackgroundTask(retryLimit: 1) { context in
                                let document = try PayloadDocument(parsing: payload)
                                _ = try operation.run(document, in: context)
                                try context.save()
                            }
                            return false
                        } catch {
                            return error is PayloadError
                        }
                    }
                }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(failures == payloads.count)
            #expect(try Self.content(container) == expected)
        }
    }
}
