import ObjectGraph
import TestSupport
import Testing

@Suite("Meaning of predicates")
struct PredicateEvaluatorTests {
    /// Tests whether a predicate holds for an article with the given values.
    private func holds(
        _ predicate: EntityPredicate, _ values: [String: Value] = [:]
    ) throws -> Bool {
        let fixture = try StoreFixture(InMemoryStore())
        try fixture.insert("Article", values)
        return try !fixture.numbers("Article", predicate).isEmpty
    }

    /// A predicate, with its expected results for an article with values and for one without.
    struct Case: Sendable {
        var predicate: EntityPredicate
        var withValues: Bool
        var withoutValues: Bool
    }

    private static let rating = PropertyPath("rating")
    private static let weight = PropertyPath("weight")
    private static let title = PropertyPath("title")
    private static let authorName = PropertyPath("author.name")

    private static var comparisons: [Case] {
        var cases: [Case] = []
        func add(_ predicate: EntityPredicate, _ with: Bool, _ without: Bool) {
            cases.append(Case(predicate: predicate, withValues: with, withoutValues: without))
        }
        add(rating == 2, true, false)
        add(rating != 2, false, true)
        add(rating == 3, false, false)
        add(rating != 3, true, true)
        add(rating < 3, true, false)
        add(rating < 2, false, false)
        add(rating <= 2, true, false)
        add(rating > 1, true, false)
        add(rating > 2, false, false)
        add(rating >= 2, true, false)
        add(!(rating < 3), false, true)
        add(rating == nil, false, true)
        add(rating != nil, true, false)
        add(rating.isIn([1, 2]), true, false)
        add(rating.isIn([2, Int?.none]), true, true)
        add(rating.isIn([Int]()), false, false)
        add(rating.isBetween(2, and: 3), true, false)
        add(rating.isBetween(3, and: 2), false, false)
        add(rating.isBetween(Int?.none, and: 3), false, false)
        add(rating == rating, true, true)
        add(rating != rating, false, false)
        add(rating < rating, false, false)
        add(rating == weight, false, true)
        add(rating != weight, true, false)
        return cases
    }

    private static var others: [Case] {
        var cases: [Case] = []
        func add(_ predicate: EntityPredicate, _ with: Bool, _ without: Bool) {
            cases.append(Case(predicate: predicate, withValues: with, withoutValues: without))
        }
        add(rating > weight, false, false)
        add(title.contains(""), true, false)
        add(title.isLike("*"), true, false)
        add(!title.contains("x"), true, true)
        add(authorName == nil, true, true)
        add(authorName != "x", true, true)
        add(authorName < "x", false, false)
        add(PropertyPath("author") == nil, true, true)
        add(PropertyPath("tags") == nil, true, true)
        add(.any("tags", .true), false, false)
        add(.all("tags", .false), true, true)
        add(.any("author.articles", .true), false, false)
        add(.all("author.articles", .false), true, true)
        add(.true, true, true)
        add(.false, false, false)
        add(.all([]), true, true)
        add(.any([]), false, false)
        add(.true && rating == 2, true, false)
        add(.false || rating == nil, false, true)
        return cases
    }

    @Test(arguments: comparisons + others)
    func `is true or false, never unknown`(example: Case) throws {
        let values: [String: Value] = ["rating": 2.0, "title": "a"]
        #expect(try holds(example.predicate, values) == example.withValues)
        #expect(try holds(example.predicate) == example.withoutValues)
    }

    @Test func `follows friends of friends from both ends`() throws {
        let fixture = try StoreFixture(InMemoryStore())
        let (anna, ben) = (
            try fixture.insert("Person", ["name": "Anna"]), try fixture.insert("Person")
        )
        let both = [
            StoredLink(source: anna.number, destination: ben.number),
            StoredLink(source: ben.number, destination: anna.number),
        ]
        try fixture.commit { $0.links = [try fixture.links("Person", "friends", stored: both)] }
        let knowsAnna: EntityPredicate = .any("friends", .attribute("name") == "Anna")
        #expect(try fixture.numbers("Person", knowsAnna) == [ben.number])
    }
}

@Suite("Order of rows")
struct RowSorterTests {
    @Test(
        arguments: [
            ("name", [], [3, 1, 0, 2, 4]), ("name", .caseInsensitive, [3, 0, 1, 2, 4]),
            ("name", [.caseInsensitive, .diacriticInsensitive], [3, 0, 1, 4, 2]),
            ("age", [], [0, 4, 2, 3, 1]),
        ] as [(String, TextOptions, [Int])])
    func `goes by values, then by number`(
        path: String, options: TextOptions, order: [Int]
    ) throws {
        let fixture = try StoreFixture(InMemoryStore())
        let people: [(Value, Value)] = [("a", .null), ("A", 9), ("z", 1), (.null, 5), ("é", .null)]
        let rows = try people.map {
            try fixture.insert("Person", ["name": $0, "age": $1]).number
        }
        let up = try fixture.numbers("Person", sortedBy: [.ascending(path, options)])
        #expect(up == order.map { rows[$0] })
        let down = try fixture.numbers("Person", sortedBy: [.descending(path, options)])
        let values = people.map { path == "name" ? $0.0 : $0.1 }
        #expect(down.map { values[Int($0) - 1] } == reversedKeepingTies(order, values, options))
    }

    private func reversedKeepingTies(
        _ order: [Int], _ values: [Value], _ options: TextOptions
    ) -> [Value] {
        func key(_ index: Int) -> Value {
            guard case .string(let text) = values[index] else { return values[index] }
            return .string(options.folded(text))
        }
        var groups: [[Int]] = []
        for index in order {
            if let last = groups.last?.first, key(last) == key(index) {
                groups[groups.count - 1].append(index)
            } else {
                groups.append([index])
            }
        }
        return groups.reversed().flatMap(\.self).map { values[$0] }
    }

    @Test func `refuses a key that is no attribute`() throws {
        let model = try ContractModel.make()
        let article = try #require(model.index(ofEntity: "Article"))
        let error = #expect(throws: StoreError.self) {
            _ = try RowSorter([.ascending("author")], entity: article, model: model)
        }
        #expect(
            error?.message == "Article.author: expected an attribute, found a relationship")
    }
}
