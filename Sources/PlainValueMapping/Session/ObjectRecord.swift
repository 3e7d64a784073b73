import EntityMapper
import MercatorPayload

/// A representation on the tape with its context.
struct ObjectRecord {
    let position: Int
    /// The tape indices of the enclosing objects, nearest first, up to the record at the root path.
    let parents: [Int]
    /// The index in an array; see ``Record/index``.
    let index: ListIndex
    /// The property and the number of the enclosing record; `nil` at the root path.
    let around: (label: PropertyLabel, number: Int)?
    /// Indicates whether the representation is shared with the enclosing value.
    let isAggregated: Bool

    /// The tape index of the representation at the root path.
    var outermost: Int { parents.last ?? position }
}

/// The parameters of an iteration over the representations at a path.
struct ObjectWalk {
    /// The enclosing record; `nil` at the root path.
    let record: ObjectRecord?
    /// The property and the number of the enclosing record.
    let around: (label: PropertyLabel, number: Int)?
    /// Indicates whether several representations are allowed.
    let isMany: Bool
    /// Indicates whether an object is treated as a collection.
    let forcesCollection: Bool
}

extension ObjectSession {
    /// Iterates over the representations at a path.
    ///
    /// These are a single representation, the elements of an array, or the members of an object
    /// that is treated as a collection. `null` is skipped.
    ///
    /// - Returns: `true` if all representations could be read.
    /// - Throws: An error of the body, or ``MappingError`` if the failure policy requires it.
    func walk(
        _ found: PathMatch, _ walk: ObjectWalk,
        _ body: (ObjectRecord) throws(MappingError) -> Bool
    ) throws(MappingError) -> Bool {
        guard !walk.isMany, found.isMany || document.tape.isArray(at: found.position) else {
            var isComplete = true
            for (element, index) in elements(of: found, walk) {
                let isRead = try body(record(element, index, walk))
                isComplete = isComplete && isRead
            }
            return isComplete
        }
        guard let around = walk.around, let record = walk.record else { return false }
        try report(
            .unexpectedKind, at: found.position, around.label, of: record, number: around.number,
            expected: "one object", found: found.isMany ? "those of an array" : "an array")
        return false
    }

    /// Returns the representations with their indices.
    private func elements(
        of found: PathMatch, _ walk: ObjectWalk
    ) -> [(element: PathMatch.Element, index: ListIndex)] {
        switch found {
        case .many(let list, _):
            return numbered(list.flatMap { elements(in: $0) })
        case .one(let position) where document.tape.isNull(at: position):
            return []
        case .one(let position):
            let element = PathMatch.Element(
                position: position, ancestors: walk.ancestors(on: document.tape))
            if document.tape.isArray(at: position) { return numbered(elements(in: element)) }
            guard walk.forcesCollection, document.tape.isObject(at: position) else {
                let many = walk.record == nil ? ListIndex.single : .element(0)
                return [(element, walk.isMany ? many : .toOne)]
            }
            return numbered(
                document.tape.appendEntries(ofObjectAt: position).map {
                    PathMatch.Element(position: $0, ancestors: element.ancestors)
                })
        }
    }

    private func numbered(
        _ elements: [PathMatch.Element]
    ) -> [(element: PathMatch.Element, index: ListIndex)] {
        elements.filter { !document.tape.isNull(at: $0.position) }.enumerated()
            .map { ($1, .element($0)) }
    }

    /// Returns the elements of an array, or the value itself if it is not an array.
    private func elements(in found: PathMatch.Element) -> [PathMatch.Element] {
        guard document.tape.isArray(at: found.position) else { return [found] }
        var elements: [PathMatch.Element] = []
        elements.reserveCapacity(document.tape.count(at: found.position))
        var position = document.tape.firstChild(of: found.position)
        while position < document.tape.end(of: found.position) {
            elements.append(PathMatch.Element(position: position, ancestors: found.ancestors))
            position = document.tape.next(after: position)
        }
        return elements
    }

    private func record(
        _ element: PathMatch.Element, _ index: ListIndex, _ walk: ObjectWalk
    ) -> ObjectRecord {
        let outer = walk.record.map { [$0.position] + $0.parents } ?? []
        return ObjectRecord(
            position: element.position, parents: element.ancestors.reversed().map(Int.init) + outer,
            index: index, around: walk.around,
            isAggregated: walk.around?.label.source.startsAtRepresentation == true)
    }
}

extension PathMatch {
    /// Indicates whether the values were gathered from the elements of an array.
    fileprivate var isMany: Bool {
        if case .many = self { true } else { false }
    }
}

extension ObjectWalk {
    /// Returns the objects that a path of keys traverses to reach a nested representation.
    fileprivate func ancestors(on tape: PayloadTape) -> [Int32] {
        guard let record, let source = around?.label.source else { return [] }
        return tape.objects(on: source, from: record.position)
    }
}
