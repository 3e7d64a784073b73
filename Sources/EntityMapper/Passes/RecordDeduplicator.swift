import ObjectGraph
import Payload

/// A deduplicator of representations that occur repeatedly in a payload with the same bytes.
///
/// An author of ten articles on a page is nested ten times. The first record is shared by all of
/// them, unless a different record of the author occurs in between.
struct RecordDeduplicator {
    private struct Known {
        let start: Int
        let count: Int32
        let plan: Int32
        let record: Int32
    }

    private var known: [Known] = []
    private var positions = IntegerTable()
    /// The number of words of the payload itself.
    private let end: Int
    /// The range of the last look-up, under which its record is stored; empty if nothing is to be
    /// stored.
    private var asked = 0..<0
    private var askedDigest: Int64 = 0

    init(_ session: MappingSession) {
        end = session.payloadSize.words
    }

    /// Tests whether equal representations of a plan can share a record.
    static func areShareable(_ plan: EntityPlan, _ session: MappingSession) -> Bool {
        // Whether a record is outdated depends on the enclosing records.
        let isTimeless = session.plan.entities.allSatisfy { $0.modification == nil }
        // Observers and hooks must see each representation, and the allowed operations depend on
        // the relationship.
        return isTimeless && !session.isObserved && plan.didMap == nil
            && !session.plan.restrictsOperations
            && plan.identification != nil && plan.relationships.isEmpty
            && plan.specialPaths.isEmpty
    }

    /// Returns the last record of an object, if its bytes equal a representation of a shareable
    /// plan.
    ///
    /// The record must be identified, because equal dependents of two parents are different
    /// objects.
    mutating func find(
        _ place: Int, plan: Int, _ tape: PayloadTape, _ session: inout MappingSession
    ) -> Int32? {
        asked = 0..<0
        // Gathered values may have the same bytes as another representation.
        guard place < end, let range = tape.flatRange(at: place) else { return nil }
        let digest = tape.digest(of: range) &+ Int64(plan)
        if let position = positions[digest] {
            let found = known[position]
            let object = Int(session.records[Int(found.record)].object)
            if found.plan == plan, found.count == range.count,
                tape.isSame(found.start..<found.start + range.count, range), object >= 0,
                session.objects[object].lastRecord == found.record,
                session.objects[object].isIdentified
            {
                return found.record
            }
        }
        (asked, askedDigest) = (range, digest)
        return nil
    }

    /// Stores a record that was created after an unsuccessful look-up.
    mutating func add(_ record: Int32, plan: Int) {
        guard !asked.isEmpty else { return }
        positions.set(askedDigest, known.count)
        known.append(
            Known(
                start: asked.lowerBound, count: Int32(asked.count), plan: Int32(plan),
                record: record))
        asked = 0..<0
    }
}
