import Foundation
import ObjectGraph
import Testing

/// Conditions and orders, compared with a plain search.
extension StoreContract {
    static let logicChecks = [
        StoreContractCheck("sorts by two keys with nulls in every direction") { fixture in
            let values: [Value] = [.null, 1, 2]
            var rows: [StoredRow] = []
            for small in values {
                for rating in [Value.null, 0.5, -1.5, .double(.infinity)] + [.null] {
                    rows.append(try fixture.row("Article", ["small": small, "rating": rating]))
                }
            }
            var random = SeededGenerator(seed: 47)
            try fixture.commit { $0.inserted = rows.shuffled(using: &random) }
            let slots = try fixture.slots("Article", ["small", "rating"])
            for directions in [[true, true], [true, false], [false, true], [false, false]] {
                let keys = zip(["small", "rating"], directions).map { name, isAscending in
                    isAscending ? SortKey.ascending(name) : .descending(name)
                }
                let expected = rows.sorted { left, right in
                    for (slot, isAscending) in zip(slots, directions) {
                        let ranks = [left, right].map { rank($0.row[slot]) }
                        if ranks[0] != ranks[1] { return (ranks[0] < ranks[1]) == isAscending }
                    }
                    return left.number < right.number
                }
                #expect(
                    try fixture.numbers("Article", sortedBy: keys) == expected.map(\.number),
                    "\(directions)")
            }
        },
        StoreContractCheck("takes a comparison with a missing value for false") { fixture in
            try expectReference(
                in: fixture,
                [
                    "NOT (small == 1)", "small != 1", "NOT (small != 1)", "NOT (small < 1)",
                    "small BETWEEN {0, 2}", "NOT (small BETWEEN {0, 2})", "small == nil",
                    "NOT (small == nil)", "small != nil", "small IN {1, 2}", "NOT (small IN {1})",
                    "small IN {}", "NOT (small IN {})", "NOT (author.age > 1)", "author.age != 1",
                    "NOT (author.age == 1 OR small == 1)", "NOT (isArchived == YES)",
                    "NOT (small >= 0 AND articleID <= 2)", "ANY author.articles.small != 1",
                    "NOT (ANY author.articles.small == 1)", "ALL author.articles.small != 1",
                ])
            let small = PropertyPath("small")
            let lists: [[Value]] = [[.null], [1, .null], [.null, .null], []]
            let memberships = lists.map { EntityPredicate(.membership(small, $0)) }
            let ranges: [(Value, Value)] = [(.null, 2), (0, .null), (.null, .null), (2, 0)]
            let betweens = ranges.map { EntityPredicate(.range(small, lower: $0, upper: $1)) }
            try expectReference(
                in: fixture, predicates: (memberships + betweens).flatMap { [$0, !$0] })
        },
        StoreContractCheck("finds members of long lists and of lists of odd values") {
            fixture in
            let values: [[String: Value]] = [
                ["articleID": 7, "title": "a\0b", "rating": .double(.infinity)],
                ["articleID": 49_999, "title": "\0", "rating": .double(-.infinity)],
                ["articleID": 50_000, "title": "\u{1}", "rating": 0.0], [:],
                ["articleID": .integer(.min), "title": "\u{1}\u{1}", "rating": -0.0],
            ]
            for values in values { try fixture.insert("Article", values) }
            let lists: [(String, [Value])] = [
                ("articleID", (0..<50_000).map { .integer(Int64($0)) }),
                ("articleID", (0..<50_000).map { .integer(Int64($0 * 7 - 70)) } + [.null]),
                ("title", ["\0", "a\0b", "\u{1}"]), ("title", ["a", "b", "\u{1}\u{2}"]),
                ("rating", [.double(.infinity)]), ("rating", [.double(-.infinity), 0.0]),
                ("rating", [-0.0, .null]),
            ]
            let predicates = lists.map { EntityPredicate(.membership(PropertyPath($0), $1)) }
            try expectReference(in: fixture, predicates: predicates.flatMap { [$0, !$0] })
        },
        StoreContractCheck("compares counts inside of quantifiers") { fixture in
            let comparisons = ["==", "!=", "<", "<=", ">", ">="]
            try expectReference(
                in: fixture,
                comparisons.flatMap { comparison in
                    ["ANY", "ALL", "NONE", "NOT ANY", "NOT ALL"].flatMap { quantifier in
                        [
                            "\(quantifier) tags.articles.@count \(comparison) 2",
                            "\(quantifier) author.articles.tags.@count \(comparison) 1",
                        ]
                    } + [
                        "author.articles.@count \(comparison) 1",
                        "ANY tags WHERE (articles.@count \(comparison) 3)",
                        "ALL related WHERE (NOT (tags.@count \(comparison) 1))",
                    ]
                })
        },
        StoreContractCheck(store: "compares two attributes of every type") { store in
            try checkPairs(store)
        },
        StoreContractCheck("cuts by number where there is no order") { fixture in
            let rows = try (0..<5).map { _ in try fixture.row("Article") }
            try fixture.commit { $0.inserted = rows.reversed() }
            let numbers = rows.map(\.number)
            let entity = try fixture.entity("Article")
            for offset in [0, 2, 4, 5, 9] {
                for limit in [nil, 0, 1, 3, 9, Int.max] {
                    let expected = numbers.dropFirst(offset).prefix(limit ?? 9)
                    let found = try fixture.numbers("Article", limit: limit, offset: offset)
                    #expect(found == Array(expected), "\(offset), \(limit ?? -1)")
                    let request = RowRequest(entity: entity, limit: limit, offset: offset)
                    #expect(
                        try fixture.backend.makeReader().count(matching: request)
                            == expected.count, "\(offset), \(limit ?? -1)")
                }
            }
        },
        StoreContractCheck("compares arrays and objects as a whole, and sorts by none") {
            fixture in
            let lists: [Value] = [[], [1, "a"], ["a", 1], [[1]], [.null], .null, ["\0"]]
            let objects: [Value] = [[:], ["a": 1, "b": 2], ["b": 2, "a": 1], ["a": .null], .null]
            for list in lists { try fixture.insert("Article", ["keywords": list]) }
            for object in objects { try fixture.insert("Article", ["extra": object]) }
            let predicates = [("keywords", lists), ("extra", objects)].flatMap { name, values in
                values.flatMap { value in
                    let isSame = PropertyPath(name).compared(.equal, value)
                    return [isSame, !isSame, PropertyPath(name).compared(.notEqual, value)]
                } + [EntityPredicate(.membership(PropertyPath(name), values))]
            }
            try expectReference(in: fixture, predicates: predicates)
            for name in ["keywords", "extra"] {
                let error = #expect(throws: StoreError.self) {
                    _ = try fixture.numbers("Article", sortedBy: [.ascending(name)])
                }
                #expect(error?.code == .invalidRequest)
            }
        },
    ]

    /// Returns the place of a value in ascending order.
    private static func rank(_ value: Value) -> Double {
        switch value {
        case .integer(let number): Double(number)
        case .double(let number): number.isInfinite ? 1e300 : number
        default: -.infinity
        }
    }

    /// Compares each attribute with its twin, and with that of a referenced object.
    private static func checkPairs(_ store: any PersistentStore) throws {
        let types: [AttributeType] = [
            .boolean, .integer16, .integer64, .double, .decimal, .string, .date, .data, .uuid,
            .array,
        ]
        let model = try ManagedObjectModel([
            EntityDescription(
                "Pair",
                attributes: types.flatMap { type in
                    ["left", "right"].map { AttributeDescription("\($0)_\(type.rawValue)", type) }
                }, relationships: [.toOne("next", "Pair")])
        ])
        let fixture = try StoreFixture(store, model)
        var values = RandomValues(SeededGenerator(seed: 59))
        for number in 0..<60 as Range<Int64> {
            var row: [String: Value] = number % 3 == 0 ? [:] : ["next": .integer(number)]
            for type in types {
                for side in ["left", "right"] {
                    row["\(side)_\(type.rawValue)"] = values.value(of: type)
                }
            }
            try fixture.insert("Pair", row)
        }
        let comparisons: [EntityPredicate.Comparison] = [
            .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual,
        ]
        let predicates = types.flatMap { type in
            comparisons.prefix(type.isOrdered ? 6 : 2).flatMap { comparison in
                ["", "next."].flatMap { step in
                    let isSo = EntityPredicate(
                        .pathComparison(
                            PropertyPath("left_\(type.rawValue)"), comparison,
                            PropertyPath("\(step)right_\(type.rawValue)")))
                    return [isSo, !isSo]
                }
            }
        }
        try expectReference("Pair", in: fixture, predicates: predicates)
    }
}

extension StoreContract {
    /// Expects a store with a random graph to find the articles that a plain search finds.
    static func expectReference(
        in fixture: StoreFixture, _ formats: [String],
        _ location: SourceLocation = #_sourceLocation
    ) throws {
        try RandomGraph.fill(fixture, size: 80, generator: SeededGenerator(seed: 55))
        try expectReference(
            in: fixture, predicates: formats.map { try EntityPredicate(format: $0) }, location)
    }

    /// Expects a store to find the rows that a plain search finds.
    static func expectReference(
        _ entity: String = "Article", in fixture: StoreFixture, predicates: [EntityPredicate],
        _ location: SourceLocation = #_sourceLocation
    ) throws {
        let reference = try PredicateReference(fixture)
        let reader = try fixture.backend.makeReader()
        for predicate in predicates {
            let request = RowRequest(entity: try fixture.entity(entity), predicate: predicate)
            let expected = reference.numbers(request)
            let found = try reader.rows(matching: request).map(\.number)
            let title = predicate.description.prefix(200)
            #expect(found == expected, "\(title)", sourceLocation: location)
            #expect(
                try reader.count(matching: request) == expected.count, "\(title)",
                sourceLocation: location)
        }
    }
}
