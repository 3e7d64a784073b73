/// The links of one relationship that a context knows, as lists by source.
///
/// Both directions of the relationship read these lists; there is no second copy to keep in step.
/// Lists of a relationship without order are sorted by destination.
struct LinkTable: Sendable {
    /// What one source links to.
    struct List: Sendable {
        let source: Int64
        /// Parts of longer arrays: lists that came in together share their memory.
        fileprivate(set) var original: ArraySlice<Link>
        fileprivate(set) var current: ArraySlice<Link>
        /// Whether it was written to; it may have got its old links back.
        fileprivate(set) var isTouched = false
        var isChanged: Bool { original != current }
    }

    /// One link, seen from its source.
    struct Link: Sendable, Hashable {
        var destination: Int64
        /// The place among the links that arrive at the destination, if those have an order.
        var inversePosition: Int64?
    }

    private(set) var lists: [List] = []
    /// Positions of lists that were written to.
    private(set) var touched: [Int] = []
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
    func list(of source: Int64) -> ArraySlice<Link>? { positions[source].map { lists[$0].current } }

    func isLoaded(_ source: Int64) -> Bool { positions[source] != nil }

    func isArrivalLoaded(_ destination: Int64) -> Bool { arrivals[destination] != nil }

    /// Takes over the committed links of a source, in order.
    mutating func load(_ links: ArraySlice<Link>, of source: Int64) {
        guard positions[source] == nil else { return }
        positions.set(source, lists.count)
        lists.append(List(source: source, original: links, current: links))
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
            for position in touched { index(lists[position]) }
        }
        var result = (arrivals[destination] ?? []).filter { link in
            positions[link.source].map { !lists[$0].isTouched } ?? true
        }
        for source in touchedSources?[destination] ?? [] {
            guard let position = positions[source],
                let place = place(of: destination, in: lists[position].current)
            else { continue }
            result.append(
                StoredLink(
                    source: source, destination: destination,
                    inversePosition: lists[position].current[place].inversePosition))
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
        guard let position = positions[source], lists[position].current != links[...] else {
            return
        }
        touch(position)
        for link in lists[position].current {
            touchedSources?[link.destination]?.remove(source)
        }
        lists[position].current = links[...]
        if touchedSources != nil { index(lists[position]) }
    }

    /// Gives new sources their links, in order; they arrive last wherever arrivals have an order.
    mutating func insert(_ new: NewLinks) {
        reserve(new.sources.count)
        let links = new.destinations.map { Link(destination: $0) }
        var start = 0
        for (source, end) in zip(new.sources, new.ends) {
            positions.set(source, lists.count)
            touched.append(lists.count)
            lists.append(
                List(source: source, original: [], current: links[start..<end], isTouched: true))
            start = end
        }
        if !nextPlaces.isEmpty {
            for destination in new.destinations { nextPlaces[destination] = nil }
        }
        if touchedSources != nil {
            for list in lists.suffix(new.sources.count) { index(list) }
        }
    }

    /// Makes room for further lists.
    private mutating func reserve(_ additional: Int) {
        guard additional > 16 else { return }
        lists.reserveCapacity(max(lists.count + additional, lists.count * 2))
        touched.reserveCapacity(max(touched.count + additional, touched.count * 2))
        positions.reserve(additional)
    }

    /// Adds a link, at the end if there is an order; one that is there gets the new place.
    mutating func add(_ link: Link, to source: Int64) {
        guard let position = positions[source] else { return }
        touch(position)
        if let place = place(of: link.destination, in: lists[position].current) {
            lists[position].current[place] = link
            return
        }
        let end = lists[position].current.endIndex
        let place = isOrdered ? end : lists[position].current.insertionPlace(of: link.destination)
        lists[position].current.insert(link, at: place)
        touchedSources?[link.destination, default: []].insert(source)
    }

    /// Removes the link to a destination.
    mutating func remove(_ destination: Int64, from source: Int64) {
        guard let position = positions[source],
            let place = place(of: destination, in: lists[position].current)
        else { return }
        touch(position)
        lists[position].current.remove(at: place)
        touchedSources?[destination]?.remove(source)
    }

    /// Forgets what was read; lists that were written to stay.
    mutating func forgetRead() {
        let old = self
        forgetAll()
        for position in old.touched {
            positions.set(old.lists[position].source, lists.count)
            touched.append(lists.count)
            lists.append(old.lists[position])
        }
    }

    /// Forgets everything, since it is saved or not wanted.
    mutating func forgetAll() { self = LinkTable(isOrdered: isOrdered) }

    private mutating func touch(_ position: Int) {
        guard !lists[position].isTouched else { return }
        lists[position].isTouched = true
        touched.append(position)
        if touchedSources != nil { index(lists[position]) }
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
