/// Reading in few requests what will be asked for one by one.
extension ManagedObjectContext {
    /// How many objects are read along at most when one is missing.
    static let companions = 256
    /// How many rows are looked at to find them, so that a miss never costs a walk over everything.
    private static let window = 1024

    /// The rows that became known after this one, as far as it is worth looking.
    func neighbours(of number: Int64, root: Int) -> ArraySlice<GraphTable.Entry> {
        let entries = state.tables[root].entries
        guard let position = state.tables[root].position(of: number) else { return [] }
        return entries[position...].dropFirst().prefix(Self.window)
    }

    /// Follows a to-many relationship for an object, and for the objects after it.
    ///
    /// How much the others hold is unknown, so they are read along only as the questions repeat:
    /// with the second question two, with the third four. A loop over *n* objects makes O(log *n*)
    /// requests, and then one for every ``companions``; a single question reads nothing else.
    func follow(_ relationship: Int, from number: Int64) throws(StoreError) {
        let layout = model.relationships[relationship]
        guard !isFollowed(layout, from: number) else { return }
        let limit = readAlong[relationship]
        readAlong[relationship] = min(limit * 2, Self.companions)
        var wanted = [number]
        for entry in neighbours(of: number, root: root(of: layout.entity)) {
            guard wanted.count < limit else { break }
            guard entry.state == .clean, model.layouts[layout.entity].includes(entry.entity),
                !isFollowed(layout, from: entry.number)
            else { continue }
            wanted.append(entry.number)
        }
        _ = try destinations(of: relationship, from: wanted)
    }

    /// Reads what a predicate will ask about rows: one request, or two, for each step of a path.
    func readAhead(
        _ predicate: ResolvedPredicate, for numbers: [Int64]
    ) throws(StoreError) {
        guard !numbers.isEmpty else { return }
        switch predicate {
        case .constant, .identity: break
        case .comparison(let path, _, _), .membership(let path, _), .range(let path, _, _),
            .text(let path, _):
            try readAhead(path, for: numbers)
        case .pathComparison(let path, _, let other):
            try readAhead(path, for: numbers)
            try readAhead(other, for: numbers)
        case .object(let path, _), .isNil(let path), .count(let path, _, _):
            try readAhead(path, for: numbers)
        case .quantified(_, let path, let inner):
            let sources = try readAhead(path, for: numbers)
            guard case .relationship(let last) = path.end else { break }
            try readAhead(inner, for: try destinations(of: last, from: sources))
        case .not(let inner): try readAhead(inner, for: numbers)
        case .and(let parts), .or(let parts):
            for part in parts { try readAhead(part, for: numbers) }
        }
    }

    /// Reads the way to the property at the end of a path.
    ///
    /// Returns the numbers of the objects that have the property.
    @discardableResult
    func readAhead(_ path: ResolvedPath, for numbers: [Int64]) throws(StoreError) -> [Int64] {
        var sources = numbers
        for step in path.steps { sources = try destinations(of: step, from: sources) }
        if case .relationship(let last) = path.end { try load(last, from: sources) }
        return sources
    }

    /// Where a relationship leads from any of these objects; the rows there are known afterwards.
    private func destinations(
        of relationship: Int, from numbers: [Int64]
    ) throws(StoreError) -> [Int64] {
        try load(relationship, from: numbers)
        var targets: Set<Int64> = []
        for number in numbers {
            targets.formUnion(try destinations(of: relationship, from: number))
        }
        let sorted = targets.sorted()
        try load(root: root(of: model.relationships[relationship].destination), sorted)
        return sorted
    }

    /// Whether a relationship can be followed from an object without a request.
    func isFollowed(_ layout: RelationshipLayout, from number: Int64) -> Bool {
        switch layout.storage {
        case .reference: true
        case .links: state.links[layout.index].isLoaded(number)
        case .inverseReference(let other): state.references[other].isLoaded(number)
        case .inverseLinks(let other): state.links[other].isArrivalLoaded(number)
        }
    }
}
