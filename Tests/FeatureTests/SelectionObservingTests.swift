import Mercator
import TestSupport
import Testing

@Suite("Observing a selection", .endsInTime)
struct SelectionObservingTests {
    private struct Sale: Entity {
        let shop = Attribute<String>()
        let amount = Attribute<Int>(default: 0)
    }

    private static func insert(
        _ sales: [(String, Int)], _ container: PersistentContainer
    ) throws {
        try container.perform { context in
            for (shop, amount) in sales {
                let sale = context.insert(Sale.self)
                (sale.shop, sale.amount) = (shop, amount)
            }
            try context.save()
        }
    }

    private static func change(
        _ amount: Int, _ container: PersistentContainer,
        _ work: @Sendable (Object<Sale>, ManagedObjectContext) throws -> Void
    ) throws {
        try container.perform { context in
            let sale = try #require(
                try context.fetch(Sale.self, limit: 1) { $0.amount == amount }.first)
            try work(sale, context)
            try context.save()
        }
    }

    private static func texts(_ changes: SelectedRowChanges?) -> [String] {
        (changes?.rows ?? []).map { row in row.values.map { "\($0)" }.joined(separator: " ") }
    }

    @Test(arguments: StoreKind.allCases)
    func `rows tell what each save did to them`(store: StoreKind) async throws {
        try await store.withStoreAwaiting { store in
            let container = try PersistentContainer(
                model: ManagedObjectModel(Sale.self), store: store)
            try Self.insert([("a", 1), ("b", 2), ("c", 3)], container)
            let request = SelectRequest("Sale", ["shop"], sortedBy: [.ascending("amount")])
            var iterator = container.changes(of: request).makeAsyncIterator()
            let first = try #require(try await iterator.next())
            #expect(first.inserted == [0, 1, 2] && first[1]["shop"] == "b")
            #expect(first.description == "3 inserted; 3 rows")

            try Self.change(2, container) { sale, _ in sale.shop = "B" }
            let updated = try #require(try await iterator.next())
            #expect(updated.updated == [1] && updated.moved.isEmpty && updated.inserted.isEmpty)

            try Self.change(1, container) { sale, _ in sale.amount = 9 }
            let moved = try #require(try await iterator.next())
            #expect(moved.moved.map { [$0.oldIndex, $0.index] } == [[0, 2]])
            #expect(moved.updated.isEmpty, "no selected value is another one")

            try Self.change(3, container) { sale, context in context.delete(sale) }
            let deleted = try #require(try await iterator.next())
            #expect(deleted.deleted == [1] && Self.texts(deleted) == [#""B""#, #""a""#])
            #expect(deleted.description == "1 deleted; 2 rows")
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `groups tell what each save did to them`(store: StoreKind) async throws {
        try await store.withStoreAwaiting { store in
            let container = try PersistentContainer(
                model: ManagedObjectModel(Sale.self), store: store)
            try Self.insert([("a", 1), ("a", 2), ("b", 4), ("b", 5), ("c", 20)], container)
            let sales = container.changes(
                of: Sale.self, selecting: \.shop, \.objectCount, \.amount.sum,
                having: { $0.objectCount >= 2 }, sortedBy: [.descending(\Sale.amount.sum)])
            var iterator = sales.makeAsyncIterator()
            #expect(Self.texts(try await iterator.next()) == [#""b" 2 9"#, #""a" 2 3"#])

            try Self.change(2, container) { sale, _ in sale.amount = 12 }
            let moved = try #require(try await iterator.next())
            #expect(Self.texts(moved) == [#""a" 2 13"#, #""b" 2 9"#])
            #expect(moved.updated == [0] && moved.moved.count == 1)

            try Self.change(5, container) { sale, _ in sale.shop = "c" }
            let changed = try #require(try await iterator.next())
            #expect(Self.texts(changed) == [#""c" 2 25"#, #""a" 2 13"#])
            #expect(changed.deleted == [1] && changed.inserted == [0] && changed.updated.isEmpty)
        }
    }

    @Test func `a request that does not fit the model ends the sequence`() async throws {
        let container = try PersistentContainer(
            model: ManagedObjectModel(Sale.self), store: InMemoryStore())
        var iterator = container.changes(of: SelectRequest("Sale", ["none"])).makeAsyncIterator()
        await #expect { try await iterator.next() } throws: { error in
            (error as? StoreError)?.code == .invalidRequest
        }
        #expect(try await iterator.next() == nil)
    }

    @Test(arguments: StoreKind.allCases)
    func `a sum beyond its range ends the sequence`(store: StoreKind) async throws {
        try await store.withStoreAwaiting { store in
            let container = try PersistentContainer(
                model: ManagedObjectModel(Sale.self), store: store)
            try Self.insert([("a", .max), ("b", 1)], container)
            let request = SelectRequest("Sale", [.sum("amount")], where: .attribute("shop") != "c")
            var iterator = container.changes(of: request).makeAsyncIterator()
            await #expect { try await iterator.next() } throws: { error in
                (error as? StoreError)?.code == .overflow
            }
            try Self.change(1, container) { sale, _ in sale.amount = 0 }
            iterator = container.changes(of: request).makeAsyncIterator()
            #expect(Self.texts(try await iterator.next()) == ["9223372036854775807"])
            try Self.change(0, container) { sale, _ in sale.amount = 7 }
            await #expect { try await iterator.next() } throws: { error in
                (error as? StoreError)?.code == .overflow
            }
        }
    }
}
