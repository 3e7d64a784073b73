import ObjectGraph
import Payload

/// Finds representations that stand in a payload again, byte for byte.
///
/// An author who wrote ten articles of a page is nested ten times. Where nothing came between that
/// says something else about the author, the first record serves for all of them.
struct SharedRecords {
    private struct Known {
        let start: Int
        let count: Int32
        let plan: Int32
        let record: Int32
    }

    private var known: [Known] = []
    private var positions = IntegerTable()
    /// Where the payload itself ends on the tape.
    private let end: Int
    /// What the last question was about, to remember its answer; of no bytes if there is nothing to
    /// remember.
    private var asked = 0..<0
    private var askedDigest: Int64 = 0

    init(_ session: MappingSession) {
        end = session.payloadSize.words
    }

    /// Whether representations of a plan that are the same are the same record.
    static func areShareable(_ plan: EntityPlan, _ session: MappingSession) -> Bool {
        // Whether a record is outdated depends on the records around it.
        let isTimeless = session.plan.entities.allSatisfy { $0.modification == nil }
        // A hook wants to see each of them.
        // What a record may do depends on the way that leads to it.
        return isTimeless && !session.isObserved && plan.didMap == nil
            && !session.plan.restrictsOperations
            && plan.identification != nil && plan.relationships.isEmpty
            && plan.specialPaths.isEmpty
    }

    /// The last record of an object, if it is the same as a representation of a shareable plan.
    ///
    /// It must say which object it is about: parts of two parents may look alike.
    mutating func find(
        _ place: Int, plan: Int, _ tape: PayloadTape, _ session: inout MappingSession
    ) -> Int32? {
        asked = 0..<0
        // What was brought together may have the bytes of another one.
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

    /// Remembers a record that was made because nothing was found.
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
