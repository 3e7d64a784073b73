package import ObjectGraph
import Testing

/// Compares the results of two implementations for random requests on random data.
package enum PredicateAgreement {
    /// Expects two stores with equal data to return equal rows and counts.
    ///
    /// - Precondition: Both stores are empty and have never been opened.
    package static func check(
        _ left: any PersistentStore, _ right: any PersistentStore, seed: UInt64,
        size: Int = 60, requests: Int = 300
    ) throws {
        let fixtures = [try StoreFixture(left), try StoreFixture(right)]
        let generator = SeededGenerator(seed: seed)
        for fixture in fixtures {
            try RandomGraph.fill(fixture, size: size, generator: generator)
        }
        #expect(try fixtures[0].content() == fixtures[1].content(), "\(generator)")
        let readers = try fixtures.map { try $0.backend.makeReader() }
        var random = RandomRequests(
            model: fixtures[0].model, generator: SeededGenerator(seed: ~seed))
        for _ in 0..<requests {
            var request = random.request()
            request.predicate = try reread(request.predicate, generator)
            let rows = try readers.map { try $0.rows(matching: request) }
            #expect(rows[0] == rows[1], "\(generator): \(request)")
            let counts = try readers.map { try $0.count(matching: request) }
            #expect(counts == [rows[0].count, rows[0].count], "\(generator): \(request)")
        }
    }

    /// Expects a store to return the rows that ``PredicateReference`` finds.
    package static func checkReference(
        _ store: any PersistentStore, seed: UInt64, size: Int = 40, requests: Int = 200
    ) throws {
        let fixture = try StoreFixture(store)
        let generator = SeededGenerator(seed: seed)
        try RandomGraph.fill(fixture, size: size, generator: generator)
        let reference = try PredicateReference(fixture)
        let reader = try fixture.backend.makeReader()
        var random = RandomRequests(
            model: fixture.model, generator: SeededGenerator(seed: ~seed))
        for _ in 0..<requests {
            var request = random.request()
            request.predicate = try reread(request.predicate, generator)
            (request.sortKeys, request.limit, request.offset) = ([], nil, 0)
            let found = try reader.rows(matching: request).map(\.number)
            #expect(found == reference.numbers(request), "\(generator): \(request)")
        }
    }

    /// Returns the predicate parsed from its own description, which must be equal.
    private static func reread(
        _ predicate: EntityPredicate, _ generator: SeededGenerator
    ) throws -> EntityPredicate {
        let reread = try EntityPredicate(format: predicate.description)
        #expect(reread == predicate, "\(generator): \(predicate)")
        return reread
    }
}
