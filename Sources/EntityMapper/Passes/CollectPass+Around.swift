import ObjectGraph
import Payload

/// What many records find in the same place around them is looked for once.
///
/// A list of a thousand elements, each of which leads back to the object around the list, is work for
/// a thousand records, not for a million.
extension CollectPass {
    /// A representation, and the mapping it is mapped by.
    struct Around: Hashable {
        let place: Int
        let plan: Int
    }

    /// A path that does not begin at a representation, and where it begins.
    struct FarPath: Hashable {
        private let path: PayloadPath
        private let start: Int

        /// Nothing if it depends on the representation, or has no further steps.
        init?(_ path: PayloadPath, from start: Int, _ steps: ArraySlice<PayloadPathComponent>) {
            guard case .context = path.components.first?.kind, !steps.isEmpty, !path.usesKey else {
                return nil
            }
            (self.path, self.start) = (path, start)
        }
    }

    /// The record that an outward relationship leads to, if there is one for the same object: one of
    /// those around, or one that was led to before.
    ///
    /// Without identification each time is another object.
    func known(_ candidate: Candidate, plan: Int, _ session: MappingSession) -> Int32? {
        guard session.plan.entities[plan].identification != nil else { return nil }
        let transform = session.plan.entities[plan].representationTransform
        let made = transform.flatMap { replacements.place(of: candidate.place, by: $0) }
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
