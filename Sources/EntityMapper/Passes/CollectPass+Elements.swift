import Payload

/// The representations in a value found at a path.
extension CollectPass {
    /// Returns the representations at a path: a single one, the elements of an array, or the
    /// members of an object that is treated as a collection.
    ///
    /// Returns `nil` for a type mismatch, which is reported.
    mutating func elements(
        of found: PathMatch, _ step: Step, _ session: inout MappingSession
    ) throws(MappingError) -> Elements? {
        switch found {
        case .one(let place): return try elements(at: place, step, &session)
        case .many(let elements, let origin):
            guard step.isMany else {
                try session.report(
                    .unexpectedKind, at: origin, step, expected: "one object",
                    found: "those of an array")
                return nil
            }
            return gather(elements)
        }
    }

    private mutating func elements(
        at place: Int, _ step: Step, _ session: inout MappingSession
    ) throws(MappingError) -> Elements? {
        guard !tape.isNull(at: place) else { return Elements() }
        if tape.isArray(at: place) {
            guard step.isMany else {
                try session.report(
                    .unexpectedKind, at: place, step, expected: "one object",
                    found: tape.word(at: place))
                return nil
            }
            return Elements(ofArrayAt: place, on: tape)
        }
        guard !step.needsArray else {
            try session.report(
                .unexpectedKind, at: place, step, expected: "an array",
                found: tape.word(at: place))
            return nil
        }
        guard tape.isObject(at: place), session.plan.forcesCollection(step.mapping) else {
            return Elements(
                place, index: step.isMany ? (step.parent < 0 ? Record.single : 0) : Record.toOne)
        }
        let entries = extend(&session) { $0.appendEntries(ofObjectAt: place) }
        guard step.isMany else {
            guard let entry = entries.first else { return Elements() }
            guard entries.count == 1 else {
                try session.report(
                    .unexpectedKind, at: place, step, expected: "one object",
                    found: "an object that stands for a list of \(entries.count)")
                return nil
            }
            return Elements(entry, index: Record.toOne)
        }
        return gather(entries.map { PathMatch.Element(place: $0) })
    }
}
