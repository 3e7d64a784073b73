import ObjectGraph
import Payload

/// Caching of values and records that many records find at the same location outside of them.
///
/// Without it, a list of a thousand elements, each with a path to the object that contains the
/// list, would take a million steps.
extension CollectPass {
    /// A representation with the plan by which it is mapped.
    struct Around: Hashable {
        let place: Int
        let plan: Int
    }

    /// A path that begins outside of a representation, with the tape index of its start.
    struct FarPath: Hashable {
        private let path: PayloadPath
        private let start: Int

        /// Creates a cache key; `nil` if the result depends on the representation, or if there are
        /// no further components.
        init?(_ path: PayloadPath, from start: Int, _ steps: ArraySlice<PayloadPathComponent>) {
            guard path.startsAtContext, !steps.isEmpty, !path.usesKey else {
                return nil
            }
            (self.path, self.start) = (path, start)
        }
    }

    /// Returns the record for a path that begins outside of the representation: an enclosing one,
    /// or one created before for the same representation.
    ///
    /// Without identification there is none, since each record is a different object.
    func known(_ candidate: Candidate, plan: Int, _ session: MappingSession) -> Int32? {
        guard session.plan.entities[plan].identification != nil else { return nil }
        let transform = session.plan.entities[plan].representationTransform
        let made = transform.flatMap { transformCache.place(of: candidate.place, by: $0) }
        let place = made ?? candidate.place
        var record = candidate.parent
        while record >= 0 {
            let around = session.records[Int(record)]
            if Int(around.place) == place, Int(around.plan) == plan { return record }
            record = around.parent
        }
        return around[Around(place: place, plan: plan)]
    }
}
