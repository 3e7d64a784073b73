import Foundation
import Mercator
import TestSupport
import Testing

/// Selections whose rows are tuples, as a whole and one by one.
extension SelectingTests {
    @Test(arguments: StoreKind.everyKind)
    func `any number of columns has the same values`(kind: StoreKind) throws {
        try withShops(kind) { container in
            let sold: [SortKey] = [.ascending(\Sale.amount)]
            let (two, four, five) = try container.read { context in
                (
                    try context.select(Sale.self, \.amount, \.shop.mood, sortedBy: sold),
                    try context.select(
                        Sale.self, \.amount, \.price, \.labels, \.shop.name, sortedBy: sold),
                    try context.select(
                        Sale.self, \.amount, \.price, \.labels, \.shop.name, \.weight,
                        sortedBy: sold)
                )
            }
            #expect(two.map(\.0) == [nil, 1, 2])
            #expect(two.allSatisfy { $0.1 == nil })
            #expect(four.map(\.1) == [nil, Decimal(1) / 10, Decimal(2) / 10])
            #expect(four.allSatisfy { $0.2 == nil && $0.3 == "A" })
            #expect(five.map(\.1) == four.map(\.1))
            #expect(five.allSatisfy { $0.3 == "A" && $0.4 == nil })
        }
    }

    @Test(arguments: StoreKind.everyKind)
    func `tuples are read one by one`(kind: StoreKind) throws {
        try withShops(kind) { container in
            try container.read { context in
                for number in 0..<600 { context.insert(Sale.self).amount = Int64(number) }
                var (sum, names) = (Int64(0), Set<String?>())
                try context.forEachRow(
                    of: Sale.self, \.amount, \.shop.name, where: { $0.amount < 500 }
                ) { amount, name in
                    sum += amount ?? 0
                    names.insert(name)
                }
                #expect(sum == 499 * 250 + 3)
                #expect(names == [nil, "A"])
                struct Stop: Error {}
                #expect(throws: Stop.self) {
                    try context.forEachRow(of: Sale.self, \.amount) { _ in throw Stop() }
                }
            }
        }
    }

    @Test(arguments: StoreKind.everyKind)
    func `a closure for each row can use the context`(kind: StoreKind) throws {
        try withShops(kind) { container in
            try container.write { context in
                for number in 0..<600 { context.insert(Sale.self).amount = Int64(number) }
            }
            try container.read { context in
                var (amounts, rows): ([Int64?], Int) = ([], 0)
                try context.forEachRow(
                    of: Sale.self, \.amount, sortedBy: [.descending(\Sale.amount)], limit: 300
                ) { amounts.append($0) }
                #expect(amounts == (300..<600).reversed().map { $0 })
                try context.forEachRow(of: Sale.self, \.amount, \.price, \.shop.name) {
                    amount, price, name throws in
                    // Changes do not affect the rows.
                    if rows == 0 { context.insert(Sale.self).amount = 1000 }
                    if rows % 100 == 0 { #expect(try context.count(FetchRequest("Sale")) == 604) }
                    #expect(name != nil || price == nil)
                    rows += 1
                }
                #expect(rows == 603)
                try context.forEachRow(
                    of: Sale.self, \.amount, \.price, \.shop.name, \.weight,
                    where: { $0.amount == 1000 }
                ) { amount, price, name, weight in
                    #expect(amount == 1000 && price == nil && name == nil && weight == nil)
                    rows += 1
                }
                #expect(rows == 604)
            }
        }
    }

    struct Measured: Entity {
        let name = Attribute<String>()
        let note = Attribute<String?>()
        let count = Attribute<Int>()
        let limit = Attribute<Int?>()
        let weight = Attribute<Double>()
        let height = Attribute<Double?>()
        let isNew = Attribute<Bool>()
    }

    @Test(arguments: StoreKind.everyKind)
    func `texts and numbers have their Swift types`(kind: StoreKind) throws {
        try kind.withContainer(ManagedObjectModel(Measured.self)) { container in
            try container.write { context in
                for (count, text) in [(-1, nil), (1, "ü"), (Int.max, "")] as [(Int, String?)] {
                    let one = context.insert(Measured.self)
                    (one.name, one.note) = (text ?? "none", text)
                    (one.count, one.limit) = (count, text.map { _ in count })
                    (one.weight, one.height) = (Double(count), text.map { _ in .infinity })
                    one.isNew = count == 1
                }
            }
            try container.read { context in
                let order: [SortKey] = [.ascending(\Measured.count)]
                let texts = try context.select(
                    Measured.self, \.name, \.note, \.count, \.limit, sortedBy: order)
                #expect(texts.map(\.0) == ["none", "ü", ""])
                #expect(texts.map(\.1) == [nil, "ü", ""])
                #expect(texts.map(\.2) == [-1, 1, Int.max])
                #expect(texts.map(\.3) == [nil, 1, Int.max])
                let numbers = try context.select(
                    Measured.self, \.weight, \.height, \.isNew, sortedBy: order)
                #expect(numbers.map(\.0) == [-1, 1, Double(Int.max)])
                #expect(numbers.map(\.1) == [nil, .infinity, .infinity])
                #expect(numbers.map(\.2) == [false, true, false])
                let sums = try context.select(
                    Measured.self, \.isNew, \.weight.sum, \.objectCount, \.name.minimum,
                    sortedBy: [.ascending(\Measured.isNew)])
                #expect(sums.map(\.1) == [Double(Int.max) - 1, 1])
                #expect(sums.map(\.2) == [2, 1])
                #expect(sums.map(\.3) == ["", "ü"])
            }
        }
    }

    @Test(arguments: StoreKind.everyKind)
    func `an asynchronous sequence of tuples reads all pages`(kind: StoreKind) async throws {
        try await kind.withStoreAwaiting { store in
            let model = try ManagedObjectModel(Shop.self, Town.self, Sale.self)
            let container = try PersistentContainer(model: model, store: store)
            try container.write { context in
                for number in 0..<700 { context.insert(Sale.self).amount = Int64(number) }
            }
            var amounts: [Int64?] = []
            for try await (amount, name) in container.rows(
                of: Sale.self, \.amount, \.shop.name, where: { $0.amount >= 100 })
            {
                amounts.append(amount)
                #expect(name == nil)
            }
            #expect(amounts == (100..<700).map { $0 })
            let error = await #expect(throws: StoreError.self) {
                for try await _ in container.rows(of: Note.self, \.mood) {}
            }
            #expect(error?.code == .invalidRequest)
        }
        let other = try ManagedObjectModel([
            EntityDescription("Note", attributes: [AttributeDescription("mood", .string)])
        ])
        try await kind.withStoreAwaiting { store in
            let container = try PersistentContainer(model: other, store: store)
            try container.write { $0.insert("Note")["mood"] = "merry" }
            let error = await #expect(throws: StoreError.self) {
                for try await _ in container.rows(of: Note.self, \.mood) {}
            }
            #expect(error?.code == .unreadableValue)
            let again = #expect(throws: StoreError.self) {
                try container.read { try $0.forEachRow(of: Note.self, \.mood) { _ in } }
            }
            #expect(again?.message == error?.message)
        }
    }
}
