/// Loading rows and links into the context, always in batches.
extension ManagedObjectContext {
    /// Returns the position of a row, reading it from the store if necessary.
    ///
    /// The result is `nil` if the object does not exist.
    package func position(root: Int, _ number: Int64) throws(StoreError) -> Int? {
        if !state.tables[root].isLoaded(number) { try loadForgotten(root: root, number) }
        guard let position = state.tables[root].position(of: number),
            state.tables[root].isAlive(at: position)
        else { return nil }
        return position
    }

    /// Reads the rows that are not loaded yet, in one request.
    package func load(root: Int, _ numbers: [Int64]) throws(StoreError) {
        let missing = numbers.filter { !state.tables[root].isLoaded($0) }
        guard !missing.isEmpty else { return }
        let rows = try reader().rows(root: root, numbers: missing)
        register(rows, root: root)
        guard rows.count < missing.count else { return }
        for number in missing { state.tables[root].markMissing(number) }
    }

    /// Registers rows that were read.
    package func register(_ rows: [StoredRow], root: Int) {
        state.tables[root].load(rows)
    }

    /// Reads a row together with the following rows whose values a save or a refresh has discarded.
    private func loadForgotten(root: Int, _ number: Int64) throws(StoreError) {
        var wanted = [number]
        for entry in neighbours(of: number, root: root) where entry.state == .stale {
            guard wanted.count < Self.companions else { break }
            wanted.append(entry.number)
        }
        try load(root: root, wanted)
    }

    /// Reads the destinations of a to-one relationship for an object and the following rows.
    ///
    /// Access to one destination is usually followed by access to the next.
    func loadReference(
        _ target: Int64, from number: Int64, slot: Int, of entity: Int, root: Int
    ) throws(StoreError) {
        guard !state.tables[root].isLoaded(target) else { return }
        var wanted: Set<Int64> = [target]
        let layout = model.layouts[entity]
        for entry in neighbours(of: number, root: layout.root) where layout.includes(entry.entity) {
            guard wanted.count < Self.companions else { break }
            guard entry.state != .stale, let other = entry.row.reference(slot),
                !state.tables[root].isLoaded(other)
            else { continue }
            wanted.insert(other)
        }
        try load(root: root, wanted.sorted())
    }

    /// Prepares following a relationship from these objects, with one read request.
    package func load(_ relationship: Int, from numbers: [Int64]) throws(StoreError) {
        let layout = model.relationships[relationship]
        switch layout.storage {
        case .reference: return
        case .links: try loadLinks(of: layout, from: numbers)
        case .inverseReference(let other): try loadReferring(through: other, to: numbers)
        case .inverseLinks(let other):
            try loadArrivals(of: other, to: numbers)
        }
    }

    private func loadLinks(
        of layout: RelationshipLayout, from numbers: [Int64]
    ) throws(StoreError) {
        let index = layout.index
        let missing = numbers.filter { !state.links[index].isLoaded($0) }.ascendingDistinct
        guard !missing.isEmpty else { return }
        let stored = storedNumbers(missing, root: root(of: layout.entity))
        var links: [StoredLink] = []
        if !stored.isEmpty { links = try reader().links(of: index, from: stored) }
        if !links.isInOrder { links.sort { $0.departureOrder < $1.departureOrder } }
        state.links[index].load(links, of: missing)
    }

    /// Reads the links that arrive at these objects, for a relationship that is stored as links.
    func loadArrivals(of other: Int, to numbers: [Int64]) throws(StoreError) {
        let root = root(of: model.relationships[other].destination)
        let missing = numbers.filter { !state.links[other].isArrivalLoaded($0) }
        let stored = storedNumbers(missing, root: root)
        guard !missing.isEmpty else { return }
        let links = stored.isEmpty ? [] : try reader().links(of: other, to: stored)
        var byDestination: [Int64: [StoredLink]] = [:]
        for link in links { byDestination[link.destination, default: []].append(link) }
        for number in missing {
            state.links[other].loadArrivals(byDestination[number] ?? [], at: number)
        }
    }

    /// Reads the rows that reference these objects through a stored reference.
    func loadReferring(through other: Int, to numbers: [Int64]) throws(StoreError) {
        let layout = model.relationships[other]
        guard case .reference(let slot) = layout.storage else { return }
        let missing = numbers.filter { !state.references[other].isLoaded($0) }.ascendingDistinct
        guard !missing.isEmpty else { return }
        let stored = storedNumbers(missing, root: root(of: layout.destination))
        var rows: [StoredRow] = []
        if !stored.isEmpty { rows = try reader().rows(referringThrough: other, to: stored) }
        register(rows, root: root(of: layout.entity))
        let order = model.positionSlot(of: layout)
        var arrivals: [ReferenceIndex.Arrival] = []
        arrivals.reserveCapacity(rows.count)
        for stored in rows {
            guard let destination = stored.row.reference(slot) else { continue }
            let position = order.map { stored.row.reference($0) ?? .max } ?? 0
            arrivals.append(
                ReferenceIndex.Arrival(
                    destination: destination, position: position, source: stored.number))
        }
        if !arrivals.isInOrder { arrivals.sort() }
        state.references[other].load(arrivals, at: missing)
    }

    /// Returns the index of the root entity, whose table contains the rows of an entity.
    package func root(of entity: Int) -> Int { model.layouts[entity].root }

    /// Tests whether an object is not in the store yet.
    private func isNew(_ root: Int, _ number: Int64) -> Bool {
        state.tables[root].position(of: number).map {
            state.tables[root].entries[$0].state == .inserted
        } ?? false
    }

    /// Returns the objects that can be in the store.
    private func storedNumbers(_ numbers: [Int64], root: Int) -> [Int64] {
        // A new row is always among the changed ones.
        state.tables[root].changed.isEmpty ? numbers : numbers.filter { !isNew(root, $0) }
    }
}

extension StoredLink {
    /// The sort key of a link by source, then by its position there.
    fileprivate var departureOrder: (Int64, Int64, Int64) {
        (source, position ?? .max, destination)
    }
}

extension [StoredLink] {
    /// Indicates whether the links are sorted by source and position, as most stores return them.
    fileprivate var isInOrder: Bool {
        for index in indices.dropFirst()
        where self[index].departureOrder < self[index - 1].departureOrder {
            return false
        }
        return true
    }
}

extension [ReferenceIndex.Arrival] {
    /// Indicates whether the rows are sorted by destination and position.
    fileprivate var isInOrder: Bool {
        for index in indices.dropFirst() where self[index] < self[index - 1] { return false }
        return true
    }
}
