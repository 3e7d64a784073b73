/// The links of one relationship that a context knows, as lists by source.
///
/// Both directions of the relationship read these lists; there is no second copy to keep in step.
/// Lists of a relationship without order are sorted by destination.
///
/// Links that came in together lie in one array, and a list of them is no more than a place in it. Lists
/// that were written to have arrays of their own.
struct LinkTable: Sendable {
    /// What one source links to.
    struct List {
        let source: Int64
        let original: ArraySlice<Link>
        let current: ArraySlice<Link>
        var isChanged: Bool { original != current }
    }

    /// One link, seen from its source.
    struct Link: Sendable, Hashable {
        var destination: Int64
        /// The place among the links that arrive at the destination, if those have an order.
        var inversePosition: Int64?
    }

    /// Where the links of a source are.
    private struct Place: Sendable {
        let source: Int64
        /// The part of a block that came in for it; no block, a negative one, for a new source.
        let block: Int32
        let start: Int32
        let end: Int32
        /// Where what was written to it is in ``currents``, or a negative number; it may have got its
        /// old links back.
        var current: Int32 = -1
    }

    private var places: [Place] = []
    /// Links that came in together, never written to.
    private var blocks: [[Link]] = []
    /// Positions of lists that were written to.
    private(set) var touched: [Int] = []
    /// What is in those lists, in the same order.
    private var currents: [ArraySlice<Link>] = []
    private let isOrdered: Bool
    private var positions = IntegerTable()
    /// Committed links by destination, for destinations that somebody asked for.
    private var arrivals: [Int64: [StoredLink]] = [:]
    /// Sources by destination, over touched lists; made when first asked for, kept true after that.
    private var touchedSources: [Int64: Set<Int64>]?
    /// By destination: a place behind all links that arrive there, where it is known.
    var nextPlaces: [Int64: Int64] = [:]

    init(isOrdered: Bool) {
        self.isOrdered = isOrdered
    }

    /// The list of a source, if it was loaded.
    func list(of source: Int64) -> ArraySlice<Link>? { positions[source].map { current(at: $0) } }

    /// A list, by its position.
    func list(at position: Int) -> List {
        List(
            source: places[position].source, original: original(at: position),
            current: current(at: position))
    }

    private func original(at position: Int) -> ArraySlice<Link> {
        let place = places[position]
        return place.block < 0 ? [] : blocks[Int(place.block)][Int(place.start)..<Int(place.end)]
    }

    private func current(at position: Int) -> ArraySlice<Link> {
        let current = places[position].current
        return current < 0 ? original(at: position) : currents[Int(current)]
    }

    private func isTouched(_ position: Int) -> Bool { places[position].current >= 0 }

    func isLoaded(_ source: Int64) -> Bool { positions[source] != nil }

    func isArrivalLoaded(_ destination: Int64) -> Bool { arrivals[destination] != nil }

    /// Takes over the committed links of sources, of which none is loaded.
    ///
    /// - Parameters:
    ///   - links: All their links, sorted by source and by their order there; those of others do not
    ///     count.
    ///   - sources: The sources, each once, in ascending order.
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
            positions.set(source, places.count)
            places.append(
                Place(
                    source: source, block: Int32(blocks.count), start: Int32(start),
                    end: Int32(block.count)))
        }
        blocks.append(block)
    }

    mutating func loadArrivals(_ links: [StoredLink], at destination: Int64) {
        arrivals[destination] = links
    }

    /// The links that arrive at a destination now; its committed ones must have been loaded.
    ///
    /// - Complexity: O(*n*) in the answer, times O(log *m*) or, if the lists are ordered, O(*m*) in
    ///   the length of the lists that were written to.
    mutating func arriving(at destination: Int64) -> [StoredLink] {
        if touchedSources == nil {
            touchedSources = [:]
            for position in touched { index(list(at: position)) }
        }
        var result = (arrivals[destination] ?? []).filter { link in
            positions[link.source].map { !isTouched($0) } ?? true
        }
        for source in touchedSources?[destination] ?? [] {
            guard let list = list(of: source), let place = place(of: destination, in: list)
            else { continue }
            result.append(
                StoredLink(
                    source: source, destination: destination,
                    inversePosition: list[place].inversePosition))
        }
        return result
    }

    private mutating func index(_ list: List) {
        for link in list.current {
            touchedSources?[link.destination, default: []].insert(list.source)
        }
    }

    /// Where a list has a link to a destination.
    private func place(of destination: Int64, in list: ArraySlice<Link>) -> Int? {
        if isOrdered { return list.firstIndex { $0.destination == destination } }
        let place = list.insertionPlace(of: destination)
        return place < list.endIndex && list[place].destination == destination ? place : nil
    }
}

/// Writing to lists that were loaded before.
extension LinkTable {
    /// Writes a whole list; one without order comes sorted by destination.
    mutating func set(_ links: [Link], of source: Int64) {
        guard let position = positions[source], current(at: position) != links[...] else {
            return
        }
        let change = touch(position)
        for link in currents[change] { touchedSources?[link.destination]?.remove(source) }
        currents[change] = links[...]
        if touchedSources != nil { index(list(at: position)) }
    }

    /// Gives new sources their links, in order; they arrive last wherever arrivals have an order.
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
        if !nextPlaces.isEmpty {
            for destination in new.destinations { nextPlaces[destination] = nil }
        }
        if touchedSources != nil {
            for position in places.indices.suffix(new.sources.count) { index(list(at: position)) }
        }
    }

    /// Adds the list of a source that has no committed links.
    private mutating func insert(_ links: ArraySlice<Link>, of source: Int64) {
        positions.set(source, places.count)
        touched.append(places.count)
        places.append(
            Place(source: source, block: -1, start: 0, end: 0, current: Int32(currents.count)))
        currents.append(links)
    }

    /// Makes room for further lists.
    private mutating func reserve(_ additional: Int) {
        guard additional > 16 else { return }
        places.reserveCapacity(max(places.count + additional, places.count * 2))
        positions.reserve(additional)
    }

    /// Adds a link, at the end if there is an order; one that is there gets the new place.
    mutating func add(_ link: Link, to source: Int64) {
        guard let position = positions[source] else { return }
        let change = touch(position)
        if let place = place(of: link.destination, in: currents[change]) {
            currents[change][place] = link
            return
        }
        let end = currents[change].endIndex
        let place = isOrdered ? end : currents[change].insertionPlace(of: link.destination)
        currents[change].insert(link, at: place)
        touchedSources?[link.destination, default: []].insert(source)
    }

    /// Removes the link to a destination.
    mutating func remove(_ destination: Int64, from source: Int64) {
        guard let position = positions[source],
            let place = place(of: destination, in: current(at: position))
        else { return }
        let change = touch(position)
        currents[change].remove(at: place)
        touchedSources?[destination]?.remove(source)
    }

    /// Forgets what was read; lists that were written to stay.
    mutating func forgetRead() {
        let old = self
        forgetAll()
        for position in old.touched {
            let list = old.list(at: position)
            insert(list.current, of: list.source)
            guard !list.original.isEmpty else { continue }
            let last = places.count - 1
            places[last] = Place(
                source: list.source, block: Int32(blocks.count), start: 0,
                end: Int32(list.original.count), current: places[last].current)
            blocks.append(Array(list.original))
        }
    }

    /// Forgets everything, since it is saved or not wanted.
    mutating func forgetAll() { self = LinkTable(isOrdered: isOrdered) }

    /// Gives a list an array of its own, and says which.
    private mutating func touch(_ position: Int) -> Int {
        guard !isTouched(position) else { return Int(places[position].current) }
        let links = original(at: position)
        places[position].current = Int32(currents.count)
        touched.append(position)
        currents.append(links)
        if touchedSources != nil { index(list(at: position)) }
        return currents.count - 1
    }
}

extension ArraySlice<LinkTable.Link> {
    /// The first place whose destination is not below this one, in a sorted list.
    fileprivate func insertionPlace(of destination: Int64) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = (low + high) / 2
            if self[middle].destination < destination { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
