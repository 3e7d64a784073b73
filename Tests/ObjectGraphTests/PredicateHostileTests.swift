import Foundation
import ObjectGraph
import Synchronization
import TestSupport
import Testing

@Suite("Hostile predicates' texts", .endsInTime)
struct PredicateHostileTests {
    private static let limit = EntityPredicate.depthLimit

    /// Returns the greatest depth of nesting.
    private static func limit(of nested: (Int) -> String) -> Int {
        nested(1).hasPrefix("ANY") ? PredicateResolver.levelLimit : limit
    }

    /// Functions that return text nested to a depth, one for each construct.
    private static let nestings: [@Sendable (Int) -> String] = [
        { String(repeating: "(", count: $0) + "age == 1" + String(repeating: ")", count: $0) },
        { String(repeating: "NOT ", count: $0) + "age == 1" },
        { String(repeating: "!", count: $0) + "age == 1" },
        {
            "list == " + String(repeating: "{", count: $0) + "1"
                + String(repeating: "}", count: $0)
        },
        {
            String(repeating: "age == 1 OR (age == 2 AND (", count: $0 / 2) + "age == 1"
                + String(repeating: "))", count: $0 / 2)
        },
        {
            String(repeating: "ANY friends WHERE (", count: $0) + "age == 1"
                + String(repeating: ")", count: $0)
        },
    ]

    @Test(arguments: nestings.indices)
    func `deep nesting is an error, not an overflow`(index: Int) throws {
        let nested = Self.nestings[index]
        let limit = Self.limit(of: nested)
        _ = try EntityPredicate(format: nested(limit))
        for depth in [limit + 2, 100_000] {
            let error = try #require(throws: PredicateFormatError.self) {
                _ = try EntityPredicate(format: nested(depth))
            }
            #expect(error.code == .nesting)
        }
    }

    @Test func `half a megabyte of stack is enough for the deepest predicate`() throws {
        let answers = Mutex<[Bool]>([])
        let finished = DispatchSemaphore(value: 0)
        let thread = Thread {
            for nested in Self.nestings where !nested(1).hasPrefix("list") {
                let isAnswered = try? Self.isAnswered(nested(Self.limit(of: nested)))
                answers.withLock { $0.append(isAnswered == true) }
            }
            finished.signal()
        }
        thread.stackSize = 512 * 1024
        thread.start()
        finished.wait()
        #expect(answers.withLock { $0 } == [true, true, true, true, true])
    }

    /// Tests whether a predicate can be parsed, printed, resolved and evaluated.
    private static func isAnswered(_ format: String) throws -> Bool {
        let predicate = try EntityPredicate(format: format)
        guard try EntityPredicate(format: predicate.description) == predicate else { return false }
        let fixture = try StoreFixture(InMemoryStore())
        try fixture.insert("Person", ["age": 1])
        return try fixture.numbers("Person", predicate).count <= 1
    }

    @Test func `long chains do not nest`() throws {
        let format = (0..<20_000).map { "age == \($0)" }.joined(separator: " OR ")
        let predicate = try EntityPredicate(format: format)
        #expect(predicate.description == format)
        let fixture = try StoreFixture(InMemoryStore())
        let row = try fixture.insert("Person", ["age": 19_999])
        #expect(try fixture.numbers("Person", predicate) == [row.number])
    }

    @Test func `texts grow their work in proportion`() throws {
        let list = (0..<200_000).map(String.init).joined(separator: ", ")
        let predicate = try EntityPredicate(format: "age IN {\(list)}")
        #expect(predicate.description == "age IN {\(list)}")
        let text = String(repeating: "x\\n", count: 200_000)
        _ = try EntityPredicate(format: "name == '\(text)'")
        _ = try EntityPredicate(format: String(repeating: " ", count: 500_000) + "age == 1")
    }

    @Test(arguments: Seeds.upTo(20, from: 1))
    func `broken texts are refused or read, never worse`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let pieces = [
            "ANY ", "NOT ", "(", ")", "{", "}", "a", ".", "@count", " == ", "IN ", "'x'", "\"",
            "\\",
            "1", "e", "-", "%@", "$v", "#", "[c]", ",", " AND ", "WHERE ", "CAST(", "MATCHES ", "é",
        ]
        for _ in 0..<500 {
            let count = Int.random(in: 0...12, using: &generator)
            let format = (0..<count).map { _ in generator.pick(pieces) }.joined()
            do {
                let predicate = try EntityPredicate(
                    format: format, arguments: [], variables: ["v": 1])
                let text = predicate.description
                #expect(try EntityPredicate(format: text) == predicate, "\(generator): \(format)")
            } catch {
                #expect(error.column > 0, "\(generator): \(format)")
                #expect(error.column <= format.count + 1, "\(generator): \(format)")
            }
        }
    }
}
