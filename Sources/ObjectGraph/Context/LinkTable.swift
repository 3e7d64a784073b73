/// The links of one relationship in a context, as lists by source.
///
/// Both directions of the relationship read these lists, so there is no second copy to keep
/// consistent. The lists of an unordered relationship are sorted by destination.
///
/// Links that were loaded together share an array, and each list is a range of it. A written list
/// has a separate array.
struct LinkTable: Sendable {
    /// The links of one source.
    struct List {
        let source: Int64
        let original: ArraySlice<Link>
        let current: ArraySlice<Link>
        var isChanged: Bool { original != current }
    }

    /// One link of a source.
    struct Link: Sendable, Hashable {
        var destination: Int64
        /// The position among the links that arrive at the destination, if the inverse is ordered.
        var inversePosition: Int64?
    }

    /// The location of a source's links.
    private struct Entry: Sendable {
        let source: Int64
        /// The index of the block with the loaded links; negative for a new source.
        let block: Int32
        let start: Int32
        let end: Int32
        /// The index of the written links in ``currents``; negative if the list was not written.
        ///
        /// The links may be the original ones again.
        var current: Int32 = -1
    }

    private var entries: [Entry] = []
    /// Arrays of links that were loaded together, which are never written.
    private var blocks: [[Link]] = []
    /// The positions of the lists that were written.
    private(set) var touched: [Int] = []
    /// The contents of the written lists, in the order of ``touched``.
    private var currents: [ArraySlice<Link>] = []
    private let isOrdered: Bool
    private var positions = IntegerTable()
    /// The committed links by destination, for destinations that were loaded.
    private var arrivals: [Int64: [StoredLink]] = [:]
    /// The sources of written lists by destination; built on first use and updated from then on.
    private var touchedSources: [Int64: Set<Int64>]?
    /// A position after all links to a destination, for some destinations.
    var nextPositions: [Int64: Int64] = [:]

    init(isOrdered: Bool) {
        self.isOrdered = isOrdered
    }

    /// Returns the list of a source, or `nil` if it is not loaded.
    func list(of source: Int64) -> ArraySlice<Link>? { positions[source].map { current(at: $0) } }

    /// Returns the list at a position.
    func list(at position: Int) -> List {
        List(
            source: entries[position].source, original: original(at: position),
            current: current(at: position))
    }

    private func original(at position: Int) -> ArraySlice<Link> {
        let entry = entries[position]
        return entry.block < 0 ? [] : blocks[Int(entry.block)][Int(entry.start)..<Int(entry.end)]
    }

    private func current(at position: Int) -> ArraySlice<Link> {
        let current = entries[position].current
        return current < 0 ? original(at: position) : currents[Int(current)]
    }

    private func isTouched(_ position: Int) -> Bool { entries[position].current >= 0 }

    func isLoaded(_ source: Int64) -> Bool { positions[source] != nil }

    func isArrivalLoaded(_ destination: Int64) -> Bool { arrivals[destination] != nil }

    /// Adds the committed links of sources that are not loaded.
    ///
    /// - Parameters:
    ///   - links: All links of the sources, sorted by source and by their order there; links of
    ///     other sources are ignored.
    ///   - sources: The sources, ascending and without duplicates.
    mutating func load(_ links: [StoredLink], of sources: [Int64]) {
        reserve(sources.count)
        var block: [Link] = []
        block.reserveCapacity(links.count)
        var next = 0
        for source in sources {
            let start = block.count
            while next < links.count, links[next].source <= source {
                let link = links[next]
                next += 1
                guard link.source == source else { continue }
                block.append(
                    Link(destination: link.destination, inversePosition: link.inversePosition))
            }
            positions.set(source, entries.count)
            entries.append(
                Entry(
                    source: source, block: Int32(blocks.count), start: Int32(start),
                    end: Int32(block.count)))
        }
        blocks.append(block)
    }

    mutating func loadArrivals(_ links: [StoredLink], at destination: Int64) {
        arrivals[destination] = links
    }

    /// Returns the current links to a destination.
    ///
    /// Its committed links must have been loaded.
    ///
    /// - Complexity: O(*n*) in the size of the result, times O(log *m*) or, if the lists are
    ///   ordered, O(*m*) in the length of the written lists.
    mutating func arriving(at destination: Int64) -> [StoredLink] {
        if touchedSources == nil {
            touchedSources = [:]
            for position in touched { index(list(at: position)) }
        }
        var result = (arrivals[destination] ?? []).filter { link in
            positions[link.source].map { !isTouched($0) } ?? true
        }
        for source in touchedSources?[destination] ?? [] {
            guard let list = list(of: source), let index = index(of: destination, in: list)
            else { continue }
            result.append(
                StoredLink(
                    source: source, destination: destination,
                    inversePosition: list[index].inversePosition))
        }
        return result
    }

    private mutating func index(_ list: List) {
        for link in list.current {
            touchedSources?[link.destination, default: []].insert(list.source)
        }
    }

    /// Returns the index of the link to a destination in a list.
    private func index(of destination: Int64, in list: ArraySlice<Link>) -> Int? {
        if isOrdered { return list.firstIndex { $0.destination == destination } }
        let index = list.insertionIndex(of: destination)
        return index < list.endIndex && list[index].destination == destination ? index : nil
    }
}

/// Writing to loaded lists.
extension LinkTable {
    /// Replaces a list; the new one must be sorted by destination if the relationship is unordered.
    mutating func set(_ links: [Link], of source: Int64) {
        guard let position = positions[source], current(at: position) != links[...] else {
            return
        }
        let change = touch(position)
        for link in currents[change] { touchedSources?[link.destination]?.remove(source) }
        currents[change] = links[...]
        if touchedSources != nil { index(list(at: position)) }
    }

    /// Adds the links of new sources, in order; if the inverse is ordered, they arrive last.
    mutating func insert(_ new: NewLinks) {
        reserve(new.sources.count)
        let links = new.destinations.map { Link(destination: $0) }
        var start = 0
        touched.reserveCapacity(max(touched.count + new.sources.count, touched.count * 2))
        currents.reserveCapacity(max(currents.count + new.sources.count, currents.count * 2))
        for (source, end) in zip(new.sources, new.ends) {
            insert(links[start..<end], of: source)
            start = end
        }
        if !nextPositions.isEmpty {
            for destination in new.destinations { nextPositions[destination] = nil }
        }
        if touchedSources != nil {
            for position in entries.indices.suffix(new.sources.count) { index(list(at: position)) }
        }
    }

    /// Adds the list of a source without committed links.
    private mutating func insert(_ links: ArraySlice<Link>, of source: Int64) {
        positions.set(source, entries.count)
        touched.append(entries.count)
        entries.append(
            Entry(source: source, block: -1, start: 0, end: 0, current: Int32(currents.count)))
        currents.append(links)
    }

    /// Reserves capacity for further lists.
    private mutating func reserve(_ additional: Int) {
        guard additional > 16 else { return }
        entries.reserveCapacity(max(entries.count + additional, entries.count * 2))
        positions.reserve(additional)
    }

    /// Adds a link, at the end of an ordered list; an existing link is replaced.
    mutating func add(_ link: Link, to source: Int64) {
        guard let position = positions[source] else { return }
        let change = touch(position)
        if let index = index(of: link.destination, in: currents[change]) {
            currents[change][index] = link
            return
        }
        let end = currents[change].endIndex
        let index = isOrdered ? end : currents[change].insertionIndex(of: link.destination)
        currents[change].insert(link, at: index)
        touchedSources?[link.destination, default: []].insert(source)
    }

    /// Removes the link to a destination.
    mutating func remove(_ destination: Int64, from source: Int64) {
        guard let position = positions[source],
            let index = index(of: destination, in: current(at: position))
        else { return }
        let change = touch(position)
        currents[change].remove(at: index)
        touchedSources?[destination]?.remove(source)
    }

    /// Discards loaded lists; written lists remain.
    mutating func forgetRead() {
        let old = self
        forgetAll()
        for position in old.touched {
            let list = old.list(at: position)
            insert(list.current, of: list.source)
            guard !list.original.isEmpty else { continue }
            let last = entries.count - 1
            entries[last] = Entry(
                source: list.source, block: Int32(blocks.count), start: 0,
                end: Int32(list.original.count), current: entries[last].current)
            blocks.append(Array(list.original))
        }
    }

    /// Discards all data, after a save or to undo all changes.
    mutating func forgetAll() { self = LinkTable(isOrdered: isOrdered) }

    /// Gives a list a separate array, and returns its index in ``currents``.
    private mutating func touch(_ position: Int) -> Int {
        guard !isTouched(position) else { return Int(entries[position].current) }
        let links = original(at: position)
        entries[position].current = Int32(currents.count)
        touched.append(position)
        currents.append(links)
        if touchedSources != nil { index(list(at: position)) }
        return currents.count - 1
    }
}

extension ArraySlice<LinkTable.Link> {
    /// Returns the first index in a sorted list with a destination not less than the given one.
    fileprivate func insertionIndex(of destination: Int64) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = (low + high) / 2
            if self[middle].destination < destination { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
