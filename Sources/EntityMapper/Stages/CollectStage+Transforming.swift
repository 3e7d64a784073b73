import MercatorPayload
import ObjectGraph

/// The application of transforms to whole representations.
extension CollectStage {
    /// Replaces a representation by the result of the mapping's transform.
    ///
    /// Returns `false` if the transform fails, which is reported.
    ///
    /// - Throws: ``MappingError`` if the failure policy requires it.
    mutating func transform(
        _ candidate: inout Candidate, by mapping: Int, _ edge: Edge
    ) throws -> Bool {
        let original = candidate.representation
        guard let transform = input.plan.representationTransform(of: mapping),
            tape.isObject(at: original.position)
        else { return true }
        if let known = transformCache.result(of: original, by: transform) {
            candidate.representation = known
            return true
        }
        switch outcome(of: transform, at: original) {
        case .changed(let members):
            let first = tape.bytes.count
            let changed = extend { $0.appendObject(insteadOf: original.position, members) }
            candidate.representation = TapeIndex(changed)
            graph.synthesizedBytes.add(first..<tape.bytes.count, for: original)
        case .unchanged: break
        case .failed(let reason):
            try log.report(
                .transformFailed, at: original, edge, in: graph,
                plan: input.plan.entityPlan(at: mapping), subject: input.plan.name(of: mapping),
                expected: "what the transform '\(transform.name)' accepts",
                found: "an object that is not; \(reason)")
            return false
        }
        transformCache.set(candidate.representation, of: original, by: transform)
        return true
    }

    private enum TransformOutcome {
        case changed([ReplacementMember])
        case unchanged
        case failed(String)
    }

    private func outcome(
        of transform: RepresentationTransform, at index: TapeIndex
    ) -> TransformOutcome {
        let representation = PayloadValue(graph.document, at: index.position)
        guard case .object(let members) = PayloadNode(representation) else { return .unchanged }
        let changes = MemberChanges(members)
        do {
            guard let new = try transform.transform(changes.values),
                let replacement = try changes.applying(new)
            else { return .unchanged }
            return .changed(replacement)
        } catch let error as MemberChanges.Unwritable {
            return .failed("it gave a number for '\(error.key)' that is infinite")
        } catch {
            return .failed("it says: \(error)")
        }
    }
}
