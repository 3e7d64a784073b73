import Foundation
import Mercator
import TestSupport
import Testing

/// Selections on every store: what they find, and what is wrong with them.
@Suite("Selecting values")
struct SelectingTests {
    enum Mood: String, AttributeValue { case calm, angry }

    struct Shop: Entity {
        let name = Attribute<String>()
        let mood = Attribute<Mood?>()
        let town = ToOne<Town>(inverse: \.shops)
        let sales = ToMany<Sale>(inverse: \.shop)
    }

    struct Town: Entity {
        let name = Attribute<String>()
        let twin = ToOne<Town>()
        let shops = ToMany<Shop>()
    }

    struct Sale: Entity {
        let amount = Attribute<Int64?>()
        let weight = Attribute<Double?>()
        let price = Attribute<Decimal?>()
        let labels = Attribute<[String]?>()
        let shop = ToOne<Shop>()
    }

    /// Calls a closure with two shops in one town: one with sales of 1, 2 and nothing, one without.
    func withShops<Result>(
        _ kind: StoreKind, _ body: (PersistentContainer) throws -> Result
    ) throws -> Result {
        try kind.withContainer(ManagedObjectModel(Shop.self, Town.self, Sale.self)) { container in
            try container.write { context in
                let town = context.insert(Town.self)
                town.name = "Ulm"
                for name in ["A", "B"] {
                    let shop = context.insert(Shop.self)
                    (shop.name, shop.town) = (name, town)
                    guard name == "A" else { continue }
                    for amount in [1, 2, nil] as [Int64?] {
                        let sale = context.insert(Sale.self)
                        (sale.amount, sale.shop) = (amount, shop)
                        sale.price = amount.map { Decimal($0) / 10 }
                    }
                }
            }
            return try body(container)
        }
    }

    private func values(
        _ text: String, in container: PersistentContainer
    ) throws -> [[Value]] {
        try container.read { try $0.select(SelectRequest(format: text)).map(\.values) }
    }

    @Test(
        arguments: StoreKind.everyKind,
        [
            ("Shop: name, count(sales), sum(sales.amount)", "A 3 3; B 0 nil"),
            ("Sale: count, count(amount), avg(amount), sum(price)", "3 2 1.5 0.3"),
            ("Sale: count, sum(amount) where amount > 100", "0 nil"),
            ("Sale: count having count > 5", ""),
            ("Sale: count having count > 2", "3"),
            ("Shop: town.name, town.twin.name", #""Ulm" nil; "Ulm" nil"#),
            ("Sale: amount sort -amount", "2; 1; nil"),
            ("Sale: amount sort amount", "nil; 1; 2"),
            ("Shop: name where sum(sales.amount) == NULL", #""B""#),
            ("Shop: name where count(DISTINCT sales.amount) BETWEEN {1, 2}", #""A""#),
            (
                "Shop group by town.name: count as n, max(name) as last having n > 1 sort -n, last",
                #""Ulm" 2 "B""#
            ),
            ("Sale: DISTINCT shop.name", #""A""#),
        ])
    func `a text finds values`(kind: StoreKind, selection: (text: String, rows: String)) throws {
        let rows = try withShops(kind) { try values(selection.text, in: $0) }
        let found = rows.map { $0.map { "\($0)" }.joined(separator: " ") }.joined(separator: "; ")
        let expected = selection.rows
            .replacing("A 3", with: "\"A\" 3").replacing("B 0", with: "\"B\" 0")
        #expect(found == expected)
    }

    @Test(
        arguments: StoreKind.everyKind,
        [
            ("Shop: nam", "no property 'nam' in Shop; did you mean 'name'?"),
            ("Shp: name", "did you mean 'Shop'?"),
            ("Shop", "expected 1 to 100 columns, found 0"),
            ("Shop: sales", "expected an attribute, found a relationship"),
            ("Shop: sum(name)", "expected numbers for sum(…), found values of type text"),
            ("Sale: max(labels)", "expected numbers, dates or texts for max(…)"),
            ("Sale: labels, count", "cannot be grouped by values of type array"),
            ("Shop: sum(sales)", "expected an attribute of these objects"),
            ("Town: sum(shops.sales.amount)", "crosses one to-many relationship, not two"),
            ("Shop: name having name == 'A'", "a group condition needs groups"),
            ("Shop: count sort name", "groups are sorted by their columns and by aggregates"),
            ("Shop: count having town.name == 'Ulm'", "is about more than the columns"),
            ("Shop: name where count() > 1", "an aggregate of groups is a column"),
            ("Shop: name sort -count", "an aggregate of groups is a column"),
            ("Shop: name where sum(sales.amount) > 'x'", "expected whole number, found"),
        ])
    func `a mistake is named`(kind: StoreKind, mistake: (text: String, message: String)) throws {
        let error = try withShops(kind) { container in
            #expect(throws: StoreError.self) { _ = try values(mistake.text, in: container) }
        }
        #expect(error?.code == .invalidRequest)
        #expect(error?.message.contains(mistake.message) == true, "\(error?.message ?? "")")
    }

    @Test(arguments: [
        ("Shop:", 6, "expected a value or a name"), ("Shop: count(", 13, "expected a value"),
        ("Shop: name where", 17, "expected a value or a name, found the end"),
        ("Shop: name limit many", 18, "expected a whole number, found 'many'"),
        ("Shop: name limit 1 limit 2", 20, "two clauses of this kind"),
        ("Shop group name", 12, "expected BY after GROUP"),
        ("Shop: name as", 14, "expected a name after AS"), ("", 1, "the name of an entity"),
        ("Shop: 'name'", 7, "expected a column"), ("Shop: name, sort name", 18, "found 'name'"),
    ])
    func `a syntax error has a column`(text: String, column: Int, message: String) {
        let error = #expect(throws: PredicateFormatError.self) {
            _ = try SelectRequest(format: text)
        }
        #expect(error?.column == column)
        #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
    }

    @Test(arguments: StoreKind.everyKind)
    func `aggregates by name and by key path are the same`(kind: StoreKind) throws {
        try withShops(kind) { container in
            try container.read { context in
                let named = try context.select(
                    SelectRequest(
                        "Sale",
                        [.minimum("amount"), .maximum("price"), .countDistinct("amount")]))
                #expect(named.map(\.values) == [[1, .decimal(Decimal(2) / 10), 2]])
                #expect(
                    named[0].dictionary == [
                        "min(amount)": 1, "max(price)": .decimal(Decimal(2) / 10),
                        "count(DISTINCT amount)": 2,
                    ])
                let typed = try context.select(
                    Sale.self, \.amount.minimum, \.price.maximum, \.amount.distinctCount)
                #expect(typed.count == 1)
                #expect(typed[0] == (1, Decimal(2) / 10, 2))
                let names = try context.select(Shop.self, \.name.minimum, \.name.maximum)
                #expect(names[0] == ("A", "B"))
                let others = try context.select(Shop.self, \.name) {
                    $0.sales.count != 0 && $0.town.name != "Bonn"
                }
                #expect(others == ["A"])
            }
        }
    }

    @Test(arguments: StoreKind.everyKind)
    func `a sum that is too large names its group`(kind: StoreKind) throws {
        try withShops(kind) { container in
            try container.write { context in
                let shop = try #require(try context.first(Shop.self) { $0.name == "B" })
                for amount in [Int64.max, 1] {
                    let sale = context.insert(Sale.self)
                    (sale.amount, sale.shop, sale.weight) = (amount, shop, 1.5e308)
                }
            }
            for text in [
                "Sale group by shop.name: sum(amount)", "Sale group by shop.name: sum(weight)",
            ] {
                try container.read { context throws in
                    let error = #expect(throws: StoreError.self) {
                        _ = try context.select(SelectRequest(format: text))
                    }
                    #expect(error?.code == .overflow)
                    #expect(error?.message.contains("(\"B\")") == true, "\(error?.message ?? "")")
                    // The unit of work goes on.
                    #expect(try context.select(SelectRequest(format: "Sale: count"))[0][0] == 5)
                }
            }
            try container.read { context throws in
                let error = #expect(throws: StoreError.self) {
                    _ = try context.select(Sale.self, \.shop.name, \.amount.sum)
                }
                #expect(error?.code == .overflow)
                var names: [String?] = []
                #expect(throws: StoreError.self) {
                    try context.forEachRow(of: Sale.self, \.shop.name, \.weight.sum) { name, _ in
                        names.append(name)
                    }
                }
                #expect(names.isEmpty)
            }
            // The sum is too large on the way only.
            try container.write { context in
                let sale = context.insert(Sale.self)
                sale.amount = -Int64.max
            }
            #expect(try values("Sale: sum(amount)", in: container) == [[4]])
        }
    }

    @Test(arguments: StoreKind.everyKind)
    func `a stored value that does not fit its type is an error`(kind: StoreKind) throws {
        try withShops(kind) { container in
            try container.write { context in
                for shop in try context.fetch(Shop.self) { shop.mood = .calm }
            }
            let moods = try container.read { try $0.select(Shop.self, \.mood, isDistinct: true) }
            #expect(moods == [.calm])
        }
        let other = try ManagedObjectModel([
            EntityDescription("Note", attributes: [AttributeDescription("mood", .string)])
        ])
        try kind.withContainer(other) { container in
            try container.write { $0.insert("Note")["mood"] = "merry" }
            let error = #expect(throws: StoreError.self) {
                _ = try container.read { try $0.select(Note.self, \.mood) }
            }
            #expect(error?.code == .unreadableValue)
            #expect(error?.message.contains("Note: 'mood' is no value of type") == true)
        }
    }

    struct Note: Entity {
        let mood = Attribute<Mood?>()
    }

    @Test(arguments: StoreKind.everyKind)
    func `rows are read while the closure changes objects`(kind: StoreKind) throws {
        try withShops(kind) { container in
            try container.write { context in
                for number in 0..<600 {
                    let sale = context.insert(Sale.self)
                    sale.amount = Int64(number)
                }
            }
            let (first, count) = try container.read { context in
                var count = 0
                try context.forEachRow(of: SelectRequest("Sale", ["amount"])) { row in
                    count += 1
                    guard count % 100 == 0 else { return }
                    context.insert(Sale.self).amount = 1
                    #expect(try context.fetch(Shop.self).count == 2)
                    // A second statement of the same text.
                    let again = try context.select(SelectRequest("Shop", ["name"]))
                    #expect(again.count == 2)
                }
                struct Stop: Error {}
                var first = 0
                #expect(throws: Stop.self) {
                    try context.forEachRow(of: SelectRequest("Sale", ["amount"])) { _ in
                        first += 1
                        if first == 300 { throw Stop() }
                    }
                }
                return (first, count)
            }
            #expect(first == 300)
            #expect(count == 603)
        }
    }

    @Test(arguments: StoreKind.everyKind)
    func `pages stay right while others write`(kind: StoreKind) throws {
        try withShops(kind) { container in
            let request = try SelectRequest(format: "Sale: amount sort -amount limit 1")
            var position: SelectionPosition?
            var amounts: [Value] = []
            repeat {
                let start = position
                let page = try container.read { try $0.page(request, after: start) }
                amounts += page.rows.map { $0[0] }
                position = page.next
                // Before and after the position.
                if amounts.count < 3 {
                    try container.write { context in
                        context.insert(Sale.self).amount = 100
                        context.insert(Sale.self).amount = 0
                    }
                }
                let coded = try JSONEncoder().encode(position)
                position = try JSONDecoder().decode(SelectionPosition?.self, from: coded)
            } while position != nil
            #expect(amounts == [2, 1, 0, 0, .null])
            let error = #expect(throws: StoreError.self) {
                let page = try container.read { try $0.page(request) }
                let other = try SelectRequest(format: "Sale: amount, price sort price, amount")
                _ = try container.read { try $0.page(other, after: page.next) }
            }
            #expect(error?.code == .invalidRequest)
        }
    }

    @Test(arguments: StoreKind.everyKind)
    func `an asynchronous sequence reads all pages`(kind: StoreKind) async throws {
        try await kind.withStoreAwaiting { store in
            let model = try ManagedObjectModel(Shop.self, Town.self, Sale.self)
            let container = try PersistentContainer(model: model, store: store)
            try container.write { context in
                for number in 0..<700 { context.insert(Sale.self).amount = Int64(number) }
            }
            var amounts: [Value] = []
            for try await row in container.rows(of: SelectRequest("Sale", ["amount"])) {
                amounts.append(row[0])
            }
            #expect(amounts == (0..<700).map { .integer($0) })
            let few = try SelectRequest(format: "Sale: amount sort -amount limit 300 offset 5")
            var last = Value.null
            var count = 0
            for try await row in container.rows(of: few) { (last, count) = (row[0], count + 1) }
            #expect(last == 395)
            #expect(count == 300)
        }
    }
}
