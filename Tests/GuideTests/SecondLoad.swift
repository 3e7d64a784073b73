import Mercator
import Testing

/// Expectations about a load that has run before: it changes nothing, and says the same.
enum SecondLoad {
    /// How many objects the loads of a test insert again; see ``InsertingAgain``.
    @TaskLocal static var insertions = 0

    static func expectNothing(_ changes: ChangeReport) {
        #expect(changes.isEmpty, "loaded again, it would change:\n\(changes)")
    }

    static func expectNothing(_ counts: MappingCounts) {
        let changed = [counts.inserted, counts.updated, counts.deleted, counts.connected]
        #expect(changed == [0, 0, 0, 0], "loaded again, it changed: \(counts)")
    }

    static func expectNothing(_ again: MappingResult, after first: MappingResult) {
        expectNothing(again.total)
        #expect(again.issues == first.issues)
        #expect(again.unresolved == first.unresolved)
        let deletes = first.total.deleted > 0
        #expect(deletes || again.array == first.array, "loaded again, it found other objects")
    }

    /// With a checkpoint there is nothing to be read again, and the counts are those of all runs.
    static func expectNothing(
        _ again: ImportOperation.Result, after first: ImportOperation.Result
    ) {
        #expect(again.records == first.records)
        if let checkpoint = again.resumedFrom {
            #expect(checkpoint.isFinished && again.counts == first.counts)
        } else {
            expectNothing(again.total)
            #expect(again.issues == first.issues)
        }
    }

    static func expectInsertions(_ again: MappingCounts) {
        let changed = [again.inserted, again.updated, again.deleted, again.connected]
        #expect(changed == [insertions, 0, 0, 0], "loaded again, it changed: \(again)")
    }
}

/// Says of a test that its loads insert again what they inserted, and why that is right.
struct InsertingAgain: TestTrait, TestScoping {
    let count: Int
    let reason: Comment

    var comments: [Comment] { [reason] }

    func provideScope(
        for test: Test, testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        try await SecondLoad.$insertions.withValue(count, operation: function)
    }
}

extension Trait where Self == InsertingAgain {
    /// A load with identification changes nothing when it runs again; these have none.
    static func inserts(again count: Int, because reason: Comment) -> Self {
        InsertingAgain(count: count, reason: reason)
    }
}
