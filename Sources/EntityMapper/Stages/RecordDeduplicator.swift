import MercatorPayload
import ObjectGraph

/// A deduplicator of representations that occur repeatedly in a payload with the same bytes.
///
/// An author of ten articles on a page is nested ten times. The first record is shared by all of
/// them, unless a different record of the author occurs in between.
struct RecordDeduplicator {
    private struct Known {
        let words: Range<Int>
        let plan: PlanIndex
        let record: RecordIndex
    }

    private var known: [Known] = []
    private var positions = IntegerTable()
    /// The number of words of the payload itself.
    private let end: Int
    /// The words of the last look-up, used as the key for storing its record.
    ///
    /// They are empty if nothing is to be stored.
    private var lastWords = 0..<0
    private var lastDigest: Int64 = 0

    init(_ graph: RecordGraph) {
        end = graph.payloadSize.words
    }

    /// Tests whether equal representations of a plan can share a record.
    static func areShareable(_ plan: EntityPlan, _ plans: MappingPlan, isObserved: Bool) -> Bool {
        // Whether a record is outdated depends on the enclosing records.
        let isTimeless = plans.entities.allSatisfy { $0.modification == nil }
        // Observers and hooks must see each representation, and the allowed operations depend on
        // the relationship.
        return isTimeless && !isObserved && plan.didMap == nil && !plans.restrictsOperations
            && plan.identification != nil && plan.relationships.isEmpty
            && plan.specialPaths.isEmpty
    }

    /// Returns the last record of an object if its bytes equal a shareable representation.
    ///
    /// The record must be identified, because equal dependents of two parents are different
    /// objects.
    mutating func find(
        _ index: TapeIndex, plan: PlanIndex, _ tape: PayloadTape, _ graph: RecordGraph
    ) -> RecordIndex? {
        lastWords = 0..<0
        // Gathered values may have the same bytes as another representation.
        guard index.position < end, let words = tape.flatRange(at: index.position) else {
            return nil
        }
        let digest = tape.digest(of: words) &+ Int64(plan.rawValue)
        if let position = positions[digest] {
            let found = known[position]
            if found.plan == plan, found.words.count == words.count,
                tape.isSame(found.words, words),
                let object = graph.object(of: graph.records[found.record]),
                object.lastRecord == found.record, object.isIdentified
            {
                return found.record
            }
        }
        (lastWords, lastDigest) = (words, digest)
        return nil
    }

    /// Stores a record that was created after an unsuccessful look-up.
    mutating func add(_ record: RecordIndex, plan: PlanIndex) {
        guard !lastWords.isEmpty else { return }
        positions.set(lastDigest, known.count)
        known.append(Known(words: lastWords, plan: plan, record: record))
        lastWords = 0..<0
    }
}
