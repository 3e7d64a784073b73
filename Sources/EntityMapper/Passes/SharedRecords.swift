import ObjectGraph
import Payload

/// Finds representations that stand in a payload again, byte for byte.
///
/// An author who wrote ten articles of a page is nested ten times. Where nothing came between that
/// says something else about the author, the first record serves for all of them.
struct SharedRecords {
    private struct Known {
        let plan: Int
        let range: Range<Int>
        let record: Int32
    }

    private var known: [Known] = []
    private var positions = IntegerTable()
    /// Where the payload itself ends on the tape.
    private let end: Int
    /// What the last question was about, to remember its answer.
    private var asked: (digest: Int64, range: Range<Int>)?

    init(_ session: MappingSession) {
        end = session.payloadSize.words
    }

    /// Whether representations of a plan that are the same are the same record.
    static func areShareable(_ plan: EntityPlan, _ session: MappingSession) -> Bool {
        // Whether a record is outdated depends on the records around it.
        let isTimeless = session.plan.entities.allSatisfy { $0.modification == nil }
        // A hook wants to see each of them.
        return isTimeless && !session.isObserved && plan.didMap == nil
            && plan.identification != nil && plan.relationships.isEmpty
            && plan.specialPaths.isEmpty
    }

    /// The last record of an object, if it is the same as a representation of a shareable plan.
    mutating func find(
        _ place: Int, plan: Int, _ tape: PayloadTape, _ session: inout MappingSession
    ) -> Int32? {
        asked = nil
        // What was brought together may have the bytes of another one.
        guard place < end, let range = tape.flatRange(at: place) else { return nil }
        let digest = tape.digest(of: range) &+ Int64(plan)
        guard let position = positions[digest], known[position].plan == plan,
            tape.isSame(known[position].range, range)
        else {
            asked = (digest, range)
            return nil
        }
        let record = known[position].record
        let object = session.records[Int(record)].object
        guard object >= 0, session.objects[Int(object)].lastRecord == record else {
            asked = (digest, range)
            return nil
        }
        return record
    }

    /// Remembers a record that was made because nothing was found.
    mutating func add(_ record: Int32, plan: Int) {
        guard let asked else { return }
        positions.set(asked.digest, known.count)
        known.append(Known(plan: plan, range: asked.range, record: record))
        self.asked = nil
    }
}
