import ObjectGraph
import Payload

/// Asking the author's transforms about whole representations.
extension CollectPass {
    /// Puts what a mapping's transform makes of a representation in its place.
    ///
    /// Returns false if it does not fit, which is reported.
    ///
    /// - Throws: ``MappingError`` where a failure policy says so.
    mutating func transform(
        _ candidate: inout Candidate, by mapping: Int, _ step: Step,
        _ session: inout MappingSession
    ) throws(MappingError) -> Bool {
        guard let transform = session.plan.representationTransform(of: mapping),
            tape.isObject(at: candidate.place)
        else { return true }
        let original = candidate.place
        if let known = replacements.place(of: original, by: transform) {
            candidate.place = known
            return true
        }
        switch outcome(of: transform, at: original, session) {
        case .changed(let members):
            let first = session.document.tape.bytes.count
            candidate.place = extend(&session) {
                $0.appendObject(insteadOf: original, members)
            }
            session.madeBytes.add(first..<session.document.tape.bytes.count, for: original)
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
        replacements.set(candidate.place, of: original, by: transform)
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
    /// The transform of a mapping, be it one of entities or behind them a dynamic one.
    fileprivate func representationTransform(of mapping: Int) -> RepresentationTransform? {
        mapping < entities.count
            ? entities[mapping].representationTransform
            : dynamics[mapping - entities.count].representationTransform
    }
}

extension MappingSession {
    /// The place in the payload itself that something was copied from, or the representation that a
    /// transform has made it for; `nil` for what has no place there.
    func payloadOrigin(of place: Int) -> Int? {
        var place = place
        while true {
            if let origin = document.tape.origin(of: place, before: payloadSize) { return origin }
            guard let made = madeBytes.range(ofByte: document.tape.byteOffset(at: place)) else {
                return nil
            }
            place = made.source
        }
    }
}
