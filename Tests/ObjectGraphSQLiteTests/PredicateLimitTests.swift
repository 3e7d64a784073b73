import Foundation
import ObjectGraph
import ObjectGraphSQLite
import TestSupport
import Testing

@Suite("Limits of predicates")
struct PredicateLimitTests {
    let file: TemporaryStore
    let fixtures: [StoreFixture]

    init() throws {
        file = try TemporaryStore()
        fixtures = [
            try StoreFixture(InMemoryStore()), try StoreFixture(SQLiteStore(file.path)),
        ]
        for fixture in fixtures {
            try RandomGraph.fill(fixture, size: 24, generator: SeededGenerator(seed: 5))
        }
    }

    /// The response of a store: the numbers it finds, or the code of its error.
    enum Answer: Hashable {
        case found([Int64])
        case refused(StoreError.Code)
    }

    func answers(
        _ predicate: EntityPredicate, sortedBy keys: [SortKey] = []
    ) -> [Answer] {
        fixtures.map { fixture in
            do {
                return .found(try fixture.numbers("Person", predicate, sortedBy: keys))
            } catch {
                return .refused((error as? StoreError)?.code ?? .failure)
            }
        }
    }

    func isAnswered(_ predicate: EntityPredicate, sortedBy keys: [SortKey] = []) -> Bool {
        let answers = answers(predicate, sortedBy: keys)
        #expect(answers[0] == answers[1], "\(predicate)")
        if case .refused(let code) = answers[0] { #expect(code == .invalidRequest) }
        if case .found = answers[0] { return true }
        return false
    }

    static let age = PropertyPath("age")

    /// A way to nest a predicate by one more step, with its number of levels.
    struct Nesting: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let levels: Int
        let nest: @Sendable (EntityPredicate) -> EntityPredicate
    }

    static let nestings = [
        Nesting(testDescription: "not", levels: 1) { !$0 },
        Nesting(testDescription: "or, and", levels: 2) { ($0 || age > 3) && age < 90 },
        Nesting(testDescription: "and, or, from the right", levels: 2) {
            age > 3 && (age < 90 || $0)
        },
        Nesting(testDescription: "not, and", levels: 2) { !($0 && age > 3) },
        Nesting(testDescription: "any", levels: 8) { .any("friends", $0) },
        Nesting(testDescription: "all", levels: 8) { .all("friends", $0) },
        Nesting(testDescription: "any, all, or", levels: 17) {
            .any("friends", .all("friends", $0) || age < 5)
        },
    ]

    @Test(arguments: nestings)
    func `depth is limited alike in every store`(nesting: Nesting) {
        var predicate = Self.age == 4
        for depth in 1...60 {
            predicate = nesting.nest(predicate)
            let isAllowed = depth * nesting.levels <= EntityPredicate.depthLimit
            #expect(isAnswered(predicate) == isAllowed, "depth \(depth)")
        }
    }

    @Test(arguments: nestings)
    func `no depth ends a process`(nesting: Nesting) throws {
        var predicate = Self.age == 4
        for _ in 0..<TestTier.pick(gate: 20_000, long: 100_000) {
            predicate = nesting.nest(predicate)
        }
        #expect(!isAnswered(predicate))
        #expect(Set([predicate, !predicate]).count == 1)
        #expect(predicate.description.contains("nested deeper than 50 levels"))
        let data = try JSONEncoder().encode(predicate)
        #expect(try JSONDecoder().decode(EntityPredicate.self, from: data) == predicate)
        for fixture in fixtures {
            let error = storeError { _ = try fixture.numbers("Person", predicate) }
            #expect(error?.message.contains("nested deeper than 50 levels") == true)
        }
    }

    @Test func `chains grow in proportion, at either end`() {
        var (behind, before) = (Self.age == 0, Self.age == 0)
        for number in 1..<TestTier.pick(gate: 40_000, long: 200_000) {
            behind = behind || Self.age == number
            before = Self.age == number || before
        }
        #expect(isAnswered(behind))
        #expect(isAnswered(before))
        #expect(answers(behind) == answers(before))
    }

    @Test func `lists that share their memory do not see each other's ends`() {
        let parts = (0..<4).map { Self.age == $0 }
        let both = parts[0] || parts[1]
        let (third, fourth) = (both || parts[2], both || parts[3])
        let (front, other) = (parts[2] || both, parts[3] || both)
        #expect(third == .any([parts[0], parts[1], parts[2]]))
        #expect(fourth == .any([parts[0], parts[1], parts[3]]))
        #expect(front == .any([parts[2], parts[0], parts[1]]))
        #expect(other == .any([parts[3], parts[0], parts[1]]))
        #expect(both == .any([parts[0], parts[1]]))
        let joined = [parts[2], parts[0], parts[1], parts[0], parts[1], parts[2]]
        #expect((front || third) == .any(joined))
    }

    @Test(arguments: [true, false])
    func `values of one path are one condition, others are counted`(isOr: Bool) {
        func joined(_ parts: [EntityPredicate]) -> EntityPredicate {
            isOr ? .any(parts) : .all(parts)
        }
        let values = (0..<100_000).map { isOr ? Self.age == $0 : Self.age != $0 }
        #expect(isAnswered(joined(values)))
        let few = (0..<EntityPredicate.conditionLimit).map { Self.age > $0 }
        #expect(isAnswered(joined(few)))
        #expect(!isAnswered(joined(few + [Self.age < 3])))
        #expect(isAnswered(joined(few.dropLast() + values)))
        #expect(!isAnswered(joined((0..<100_000).map { Self.age > $0 })))
    }

    @Test func `what is joined into a list means the same`() throws {
        let people = try fixtures[0].numbers("Person")
        let names = people.map { ManagedObjectID(entityName: "Person", number: $0) }
        let objects = names + (100..<120).map { ManagedObjectID(entityName: "Person", number: $0) }
        let predicates: [EntityPredicate] = [
            .any((0..<40).map { PropertyPath("age") == $0 } + [Self.age.isNil]),
            .all((0..<40).map { !(PropertyPath("age") == $0) } + [Self.age != nil]),
            .any(objects.map { .isObject($0) }), .all(objects.dropFirst(3).map { !.isObject($0) }),
            .any(
                (0..<30).map {
                    PropertyPath("favourite") == ManagedObjectID(entityName: "Article", number: $0)
                }),
            .all(
                (0..<30).map {
                    PropertyPath("favourite") != ManagedObjectID(entityName: "Article", number: $0)
                }),
            .any((0..<30).map { Self.age.isIn([$0, $0 + 40]) }),
        ]
        let reference = try PredicateReference(fixtures[0])
        for predicate in predicates {
            let expected = reference.numbers(
                RowRequest(entity: try fixtures[0].entity("Person"), predicate: predicate))
            #expect(answers(predicate) == [.found(expected), .found(expected)], "\(predicate)")
        }
    }

    @Test func `paths are limited alike in every store`() {
        for steps in [1, 2, 20, 29, 30, 31, 63, 64, 5000, 100_000] {
            let names = (0..<steps).map { $0.isMultiple(of: 2) ? "favourite" : "author" }
            let last = steps.isMultiple(of: 2) ? "age" : "title"
            let path = (names + [last]).joined(separator: ".")
            let isAllowed = steps <= EntityPredicate.stepLimit
            #expect(isAnswered(PropertyPath(path).isNil) == isAllowed, "\(steps) steps")
            #expect(isAnswered(.true, sortedBy: [.ascending(path)]) == isAllowed, "\(steps) steps")
            #expect(!isAnswered(.any(PropertyPath(path).isNil)), "\(steps) steps")
        }
        let friends = (0..<7).map { Array(repeating: "friends", count: $0 + 1) + ["age"] }
        for (steps, names) in friends.enumerated() {
            let path = PropertyPath(names.joined(separator: "."))
            #expect(isAnswered(.any(path == 4)) == (steps < PredicateResolver.levelLimit))
        }
    }

    @Test func `relationships on the way are counted once, in predicate and order`() {
        func path(_ steps: Int) -> String {
            ((0..<steps).map { $0.isMultiple(of: 2) ? "favourite" : "author" }
                + [steps.isMultiple(of: 2) ? "age" : "title"]).joined(separator: ".")
        }
        let all = (0...30).map { PropertyPath(path($0)).isNil }
        #expect(isAnswered(.any(all), sortedBy: [.descending(path(30)), .ascending(path(12))]))
        let inside: EntityPredicate = .any("friends", .any(all))
        #expect(isAnswered(.any(all) && inside, sortedBy: [.descending(path(30))]))
        let keys = (0..<101).map { _ in SortKey.ascending("age") }
        #expect(!isAnswered(.true, sortedBy: keys))
        #expect(isAnswered(.true, sortedBy: keys.dropLast()))
    }

    @Test(arguments: Seeds.upTo(24, from: 1))
    func `stores agree at the edge of all limits`(seed: UInt64) throws {
        var random = EdgePredicates(generator: SeededGenerator(seed: seed))
        for _ in 0..<12 {
            let predicate = random.predicate()
            #expect(answers(predicate)[0] == answers(predicate)[1], "seed \(seed): \(predicate)")
        }
    }
}

/// Generates predicates close to the limits of depth, width and length.
private struct EdgePredicates {
    var generator: SeededGenerator

    mutating func predicate() -> EntityPredicate {
        var predicate = leaf()
        var levels = 0
        let limit = generator.pick([40, 48, 49, 50, 50, 51])
        // First conditions with two equally deep parts, then levels with a single deep part.
        for _ in 0..<generator.pick([0, 3, 6, 9]) {
            predicate = levels.isMultiple(of: 2) ? predicate && predicate : predicate || predicate
            predicate = levels.isMultiple(of: 2) ? predicate && leaf() : leaf() || predicate
            levels += 1
        }
        while levels < limit {
            switch generator.pick([0, 1, 2, 3, 4, 5]) {
            case 0 where levels + 8 <= limit:
                predicate =
                    generator.chance(0.5)
                    ? .any("friends", predicate) : .all("friends", predicate)
                levels += 8
            case 1:
                predicate = !predicate
                levels += 1
            case 2, 3:
                predicate = .any(shuffled(predicate))
                levels += 1
            default:
                predicate = .all(shuffled(predicate))
                levels += 1
            }
        }
        return predicate
    }

    private mutating func shuffled(_ predicate: EntityPredicate) -> [EntityPredicate] {
        let count = generator.pick([1, 1, 2, 12, 30])
        let parts = (0..<count).map { _ in leaf() } + [predicate]
        return parts.shuffled(using: &generator)
    }

    private mutating func leaf() -> EntityPredicate {
        let age = PropertyPath(generator.pick(["age", "favourite.author.age"]))
        let number = Int.random(in: 0...90, using: &generator)
        switch generator.pick([0, 1, 2, 3, 4, 5, 6, 7]) {
        case 0: return age == number
        case 1: return age > number
        case 2: return age.isIn([number, number + 1])
        case 3: return PropertyPath("friends").isNil
        case 4: return PropertyPath("friends").count >= 2
        case 5: return PropertyPath("name").matches("[a-m].*", .caseInsensitive)
        case 6:
            return PropertyPath("favourite.cover.article")
                == ManagedObjectID(
                    entityName: "Article", number: Int64(number))
        default: return age.isBetween(number, and: number + 20)
        }
    }
}
