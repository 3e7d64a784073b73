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

    private let isShareable: [Bool]
    private var known: [Known] = []
    private var positions = IntegerTable()
    /// What the last question was about, to remember its answer.
    private var asked: (digest: Int64, range: Range<Int>)?

    init(_ session: MappingSession) {
        // Whether a record is outdated depends on the records around it.
        let isTimeless = session.plan.entities.allSatisfy { $0.modification == nil }
        let isObserved = session.isObserved
        isShareable = session.plan.entities.map { entity in
            // A hook wants to see each of them.
            isTimeless && !isObserved && entity.didMap == nil && entity.identification != nil
                && entity.relationships.isEmpty && entity.specialPaths.isEmpty
        }
    }

    /// The last record of an object, if it is the same as a representation.
    mutating func find(
        _ place: Int, plan: Int, _ session: inout MappingSession
    ) -> Int32? {
        asked = nil
        let tape = session.document.tape
        // What was brought together may have the bytes of another one.
        guard isShareable[plan], place < session.payloadSize.words,
            let range = tape.flatRange(at: place)
        else { return nil }
        let digest = tape.digest(of: range) &+ Int64(plan)
        asked = (digest, range)
        guard let position = positions[digest], known[position].plan == plan,
            tape.isSame(known[position].range, range)
        else { return nil }
        let record = known[position].record
        let object = session.records[Int(record)].object
        guard object >= 0, session.objects[Int(object)].lastRecord == record else { return nil }
        asked = nil
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
