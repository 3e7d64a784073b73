/// Prefetching of objects that will probably be accessed one by one, in few requests.
extension ManagedObjectContext {
    /// The greatest number of objects that are read in one request when one is missing.
    static let companions = 256
    /// The greatest number of rows in the search, so that a miss never costs a full scan.
    private static let window = 1024

    /// Returns the rows that were registered after this one, up to a limit.
    func neighbours(of number: Int64, root: Int) -> ArraySlice<RowTable.Entry> {
        let entries = state.tables[root].entries
        guard let position = state.tables[root].position(of: number) else { return [] }
        return entries[position...].dropFirst().prefix(Self.window)
    }

    /// Loads a to-many relationship of an object, and of the objects after it.
    ///
    /// The amount of data of the other objects is unknown, so their number grows with the number of
    /// misses: two with the second miss, four with the third. A loop over *n* objects makes O(log
    /// *n*) requests, and then one for every ``companions`` objects; a single access reads no other
    /// objects.
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

    /// Reads the rows and links for a predicate, with one or two requests for each path step.
    func readAhead(
        _ predicate: ResolvedPredicate, for numbers: [Int64]
    ) throws(StoreError) {
        guard !numbers.isEmpty else { return }
        switch predicate {
        case .constant, .identity, .search: break
        case .comparison(let path, _, _), .membership(let path, _), .range(let path, _, _),
            .text(let path, _):
            try readAhead(path, for: numbers)
        case .pathComparison(let path, _, let other):
            try readAhead(path, for: numbers)
            try readAhead(other, for: numbers)
        case .object(let path, _), .isNil(let path), .count(let path, _, _):
            try readAhead(path, for: numbers)
        case .expression(let expression, _, _): try readAhead(expression, for: numbers)
        case .quantified(_, let path, let inner):
            let sources = try readAhead(path, for: numbers)
            guard case .relationship(let last) = path.end else { break }
            try readAhead(inner, for: try destinations(of: last, from: sources))
        case .not(let inner): try readAhead(inner, for: numbers)
        case .and(let parts), .or(let parts):
            for part in parts { try readAhead(part, for: numbers) }
        }
    }

    /// Reads the rows and links for a value.
    func readAhead(
        _ expression: ResolvedExpression, for numbers: [Int64]
    ) throws(StoreError) {
        guard !numbers.isEmpty else { return }
        guard case .related(_, let path, let inner?) = expression,
            case .relationship(let last) = path.end
        else {
            for path in expression.paths { try readAhead(path, for: numbers) }
            return
        }
        let sources = try readAhead(path, for: numbers)
        try readAhead(inner, for: try destinations(of: last, from: sources))
    }

    /// Reads the objects along a path, and returns the numbers of the objects before its end.
    @discardableResult
    func readAhead(_ path: ResolvedPath, for numbers: [Int64]) throws(StoreError) -> [Int64] {
        var sources = numbers
        for step in path.steps { sources = try destinations(of: step, from: sources) }
        if case .relationship(let last) = path.end { try load(last, from: sources) }
        return sources
    }

    /// Returns the destinations of a relationship of these objects, and loads their rows.
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

    /// Tests whether a relationship of an object can be followed without a request.
    func isFollowed(_ layout: RelationshipLayout, from number: Int64) -> Bool {
        switch layout.storage {
        case .reference: true
        case .links: state.links[layout.index].isLoaded(number)
        case .inverseReference(let other): state.references[other].isLoaded(number)
        case .inverseLinks(let other): state.links[other].isArrivalLoaded(number)
        }
    }
}
