import Mercator
import Testing

/// Expectations about a repeated load: it changes nothing, and has the same result.
enum SecondLoad {
    /// The number of objects that the loads of a test insert again; see ``InsertingAgain``.
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

    /// With a checkpoint nothing is read again, and the counts are those of all runs.
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

/// A trait for tests whose loads insert objects again, with the reason.
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
    /// Declares that repeated loads insert objects, because these have no identification.
    static func inserts(again count: Int, because reason: Comment) -> Self {
        InsertingAgain(count: count, reason: reason)
    }
}
