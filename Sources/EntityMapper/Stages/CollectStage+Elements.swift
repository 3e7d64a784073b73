import MercatorPayload

/// The representations in a value found at a path.
extension CollectStage {
    /// Returns the representations at a path.
    ///
    /// These are a single representation, the elements of an array, or the members of an object
    /// that is treated as a collection.
    ///
    /// Returns `nil` for a type mismatch, which is reported.
    mutating func elements(of found: PathMatch, _ edge: Edge) throws -> Elements? {
        switch found {
        case .one(let position): return try elements(at: TapeIndex(position), edge)
        case .many(let elements, let origin):
            guard edge.isToMany else {
                try reportKind(
                    at: TapeIndex(origin), edge, expected: "one object", found: "those of an array")
                return nil
            }
            guard input.plan.forcesCollection(edge.mapping) else { return gather(elements) }
            return gather(elements.flatMap { entries(of: $0) })
        }
    }

    /// Returns the members of a gathered object that is treated as a collection.
    private mutating func entries(of element: PathMatch.Element) -> [PathMatch.Element] {
        guard tape.isObject(at: element.position) else { return [element] }
        return extend { $0.appendEntries(ofObjectAt: element.position) }.map {
            PathMatch.Element(position: $0, ancestors: element.ancestors)
        }
    }

    private mutating func elements(at index: TapeIndex, _ edge: Edge) throws -> Elements? {
        let position = index.position
        guard !tape.isNull(at: position) else { return Elements() }
        if tape.isArray(at: position) {
            guard edge.isToMany else {
                try reportKind(at: index, edge, expected: "one object")
                return nil
            }
            return Elements(ofArrayAt: index, on: tape)
        }
        guard !edge.needsArray else {
            try reportKind(at: index, edge, expected: "an array")
            return nil
        }
        guard tape.isObject(at: position), input.plan.forcesCollection(edge.mapping) else {
            guard edge.isToMany else { return Elements(index, index: .toOne) }
            return Elements(index, index: edge.parent == nil ? .single : .element(0))
        }
        let entries = extend { $0.appendEntries(ofObjectAt: position) }
        guard edge.isToMany else {
            guard let entry = entries.first else { return Elements() }
            guard entries.count == 1 else {
                try reportKind(
                    at: index, edge, expected: "one object",
                    found: "an object that stands for a list of \(entries.count)")
                return nil
            }
            return Elements(TapeIndex(entry), index: .toOne)
        }
        return gather(entries.map { PathMatch.Element(position: $0) })
    }

    private mutating func reportKind(
        at index: TapeIndex, _ edge: Edge, expected: String, found: String? = nil
    ) throws {
        try log.report(
            .unexpectedKind, at: index, edge, in: graph, expected: expected,
            found: found ?? tape.word(at: index.position))
    }
}
