import Payload

/// A representation on the tape, and where it stands.
struct ObjectRecord {
    let place: Int
    /// The objects around it, nearest first, up to the record that a root path led to.
    let parents: [Int]
    /// Its place in a list; see ``Record/index``.
    let index: Int32
    /// The property it is for, and the number of the record around; `nil` at the root path.
    let around: (label: PropertyLabel, number: Int)?
    /// Whether it is the representation of the value around as well.
    let isAggregated: Bool

    /// The representation that the root path led to.
    var outermost: Int { parents.last ?? place }
}

/// How a run got to representations.
struct ObjectWalk {
    /// The record around; `nil` at the root path.
    let record: ObjectRecord?
    /// The property, and the number of the record around.
    let around: (label: PropertyLabel, number: Int)?
    /// Whether there may be several.
    let isMany: Bool
    /// Whether an object stands for a list.
    let forcesCollection: Bool
}

extension ObjectSession {
    /// Goes through what a path has found: a representation, each of an array of them, or each
    /// member of an object that stands for a list; `null` is none.
    ///
    /// - Returns: Whether everything there could be read.
    /// - Throws: What the body throws, or ``MappingError`` if the failure policy says so.
    func walk(
        _ found: Found, _ walk: ObjectWalk,
        _ body: (ObjectRecord) throws(MappingError) -> Bool
    ) throws(MappingError) -> Bool {
        guard !walk.isMany, found.isMany || document.tape.isArray(at: found.place) else {
            var isComplete = true
            for (element, index) in elements(of: found, walk) {
                let isRead = try body(record(element, index, walk))
                isComplete = isComplete && isRead
            }
            return isComplete
        }
        guard let around = walk.around, let record = walk.record else { return false }
        try report(
            .unexpectedKind, at: found.place, around.label, of: record, number: around.number,
            expected: "one object", found: found.isMany ? "those of an array" : "an array")
        return false
    }

    /// The representations, and the place of each in the list.
    private func elements(
        of found: Found, _ walk: ObjectWalk
    ) -> [(element: Found.Element, index: Int32)] {
        switch found {
        case .many(let list, _):
            return numbered(list.flatMap { elements(in: $0) })
        case .one(let place) where document.tape.isNull(at: place):
            return []
        case .one(let place):
            let element = Found.Element(place: place, trail: walk.trail(on: document.tape))
            if document.tape.isArray(at: place) { return numbered(elements(in: element)) }
            guard walk.forcesCollection, document.tape.isObject(at: place) else {
                let many = walk.record == nil ? Record.single : 0
                return [(element, walk.isMany ? many : Record.toOne)]
            }
            return numbered(
                document.tape.appendEntries(ofObjectAt: place).map {
                    Found.Element(place: $0, trail: element.trail)
                })
        }
    }

    private func numbered(
        _ elements: [Found.Element]
    ) -> [(element: Found.Element, index: Int32)] {
        elements.filter { !document.tape.isNull(at: $0.place) }.enumerated()
            .map { ($1, Int32($0)) }
    }

    /// The elements of an array, or what is no array as it is.
    private func elements(in found: Found.Element) -> [Found.Element] {
        guard document.tape.isArray(at: found.place) else { return [found] }
        var elements: [Found.Element] = []
        elements.reserveCapacity(document.tape.count(at: found.place))
        var place = document.tape.firstChild(of: found.place)
        while place < document.tape.end(of: found.place) {
            elements.append(Found.Element(place: place, trail: found.trail))
            place = document.tape.next(after: place)
        }
        return elements
    }

    private func record(
        _ element: Found.Element, _ index: Int32, _ walk: ObjectWalk
    ) -> ObjectRecord {
        let outer = walk.record.map { [$0.place] + $0.parents } ?? []
        return ObjectRecord(
            place: element.place, parents: element.trail.reversed().map(Int.init) + outer,
            index: index, around: walk.around,
            isAggregated: walk.around?.label.source.startsAtRepresentation == true)
    }
}

extension Found {
    /// Whether the values were brought together from the elements of an array.
    fileprivate var isMany: Bool {
        if case .many = self { true } else { false }
    }
}

extension ObjectWalk {
    /// The objects that a path of keys goes through on the way to a nested representation.
    fileprivate func trail(on tape: PayloadTape) -> [Int32] {
        guard let record, let source = around?.label.source else { return [] }
        return tape.objects(on: source, from: record.place)
    }
}
