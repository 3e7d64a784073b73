import ObjectGraph
import Payload

/// The application of transforms to whole representations.
extension CollectPass {
    /// Replaces a representation by the result of the mapping's transform.
    ///
    /// Returns `false` if the transform fails, which is reported.
    ///
    /// - Throws: ``MappingError`` if the failure policy requires it.
    mutating func transform(
        _ candidate: inout Candidate, by mapping: Int, _ step: Step,
        _ session: inout MappingSession
    ) throws(MappingError) -> Bool {
        guard let transform = session.plan.representationTransform(of: mapping),
            tape.isObject(at: candidate.place)
        else { return true }
        let original = candidate.place
        if let known = transformCache.place(of: original, by: transform) {
            candidate.place = known
            return true
        }
        switch outcome(of: transform, at: original, session) {
        case .changed(let members):
            let first = session.document.tape.bytes.count
            candidate.place = extend(&session) {
                $0.appendObject(insteadOf: original, members)
            }
            session.synthesizedBytes.add(first..<session.document.tape.bytes.count, for: original)
        case .unchanged: break
        case .failed(let reason):
            try session.report(
                .transformFailed, at: original, step,
                plan: mapping < session.plan.entities.count ? mapping : nil,
                subject: session.plan.name(of: mapping),
                expected: "what the transform '\(transform.name)' accepts",
                found: "an object that is not; \(reason)")
            return false
        }
        transformCache.set(candidate.place, of: original, by: transform)
        return true
    }

    private enum TransformOutcome {
        case changed([ReplacementMember])
        case unchanged
        case failed(String)
    }

    private func outcome(
        of transform: RepresentationTransform, at place: Int, _ session: MappingSession
    ) -> TransformOutcome {
        guard case .object(let members) = PayloadNode(PayloadValue(session.document, at: place))
        else { return .unchanged }
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

extension MappingPlan {
    /// Returns the transform of an entity mapping or a dynamic mapping.
    fileprivate func representationTransform(of mapping: Int) -> RepresentationTransform? {
        mapping < entities.count
            ? entities[mapping].representationTransform
            : dynamics[mapping - entities.count].representationTransform
    }
}

extension MappingSession {
    /// Returns the tape index in the payload from which a value was copied, or of the
    /// representation for which a transform synthesized it; `nil` if there is none.
    func payloadOrigin(of place: Int) -> Int? {
        var place = place
        while true {
            if let origin = document.tape.origin(of: place, before: payloadSize) { return origin }
            guard let made = synthesizedBytes.range(ofByte: document.tape.byteOffset(at: place))
            else {
                return nil
            }
            place = made.source
        }
    }
}
