import MercatorPayload
import ObjectGraph

/// Caching of values and records that many records find at the same location outside of them.
///
/// Without it, a list of a thousand elements, each with a path to the object that contains the
/// list, would take a million steps.
extension CollectStage {
    /// A representation with the plan that maps it.
    struct EnclosingKey: Hashable {
        private let representation: TapeIndex
        private let plan: PlanIndex

        init(_ representation: TapeIndex, _ plan: PlanIndex) {
            (self.representation, self.plan) = (representation, plan)
        }
    }

    /// A path that begins outside of a representation, with the tape index of its start.
    struct FarPath: Hashable {
        private let path: PayloadPath
        private let start: Int

        /// Creates a cache key.
        ///
        /// The result is `nil` if it depends on the representation, or if there are no further
        /// components.
        init?(_ path: PayloadPath, from start: Int, _ steps: ArraySlice<PayloadPathComponent>) {
            guard path.startsAtContext, !steps.isEmpty, !path.usesKey else {
                return nil
            }
            (self.path, self.start) = (path, start)
        }
    }

    /// Returns the record for a path that begins outside of the representation.
    ///
    /// This is an enclosing record, or an earlier record of the same representation.
    ///
    /// Without identification there is none, since each record is a different object.
    func enclosingRecord(of candidate: Candidate, _ index: PlanIndex) -> RecordIndex? {
        let plan = input.plan.entities[index]
        guard plan.identification != nil else { return nil }
        let transformed = plan.representationTransform.flatMap {
            transformCache.result(of: candidate.representation, by: $0)
        }
        let representation = transformed ?? candidate.representation
        var ancestor = candidate.parent
        while let record = ancestor {
            let enclosing = graph.records[record]
            if enclosing.representation == representation, enclosing.plan == index { return record }
            ancestor = enclosing.parent
        }
        return enclosing[EnclosingKey(representation, index)]
    }
}
