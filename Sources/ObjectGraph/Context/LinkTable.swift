/// The links of one relationship that a context knows, as lists by source.
///
/// Both directions of the relationship read these lists; there is no second copy to keep in step.
struct LinkTable: Sendable {
    /// What one source links to.
    struct List: Sendable {
        let source: Int64
        var original: [Link]
        var current: [Link]
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
    private var positions = IntegerTable()
    /// Committed links by destination, for destinations that somebody asked for.
    private var arrivals: [Int64: [StoredLink]] = [:]
    /// Sources by destination, over touched lists; made when first asked for, kept true after that.
    private var touchedSources: [Int64: [Int64]]?
    private var isTouched: Set<Int> = []

    /// The list of a source, if it was loaded or the source is new.
    func list(of source: Int64) -> [Link]? { positions[source].map { lists[$0].current } }

    func isLoaded(_ source: Int64) -> Bool { positions[source] != nil }

    func isArrivalLoaded(_ destination: Int64) -> Bool { arrivals[destination] != nil }

    /// Takes over the committed links of a source, in order.
    mutating func load(_ links: [Link], of source: Int64) {
        guard positions[source] == nil else { return }
        positions.set(source, lists.count)
        lists.append(List(source: source, original: links, current: links))
    }

    mutating func loadArrivals(_ links: [StoredLink], at destination: Int64) {
        arrivals[destination] = links
    }

    /// Gives a new source its links.
    mutating func insert(_ destinations: [Int64], of source: Int64) {
        let links = destinations.map { Link(destination: $0) }
        positions.set(source, lists.count)
        isTouched.insert(lists.count)
        touched.append(lists.count)
        lists.append(List(source: source, original: [], current: links))
        index(links, of: source)
    }

    /// Writes the list of a source that was loaded before.
    mutating func set(_ links: [Link], of source: Int64) {
        guard let position = positions[source], lists[position].current != links else { return }
        if isTouched.insert(position).inserted {
            touched.append(position)
        } else {
            for link in lists[position].current {
                touchedSources?[link.destination]?.removeAll { $0 == source }
            }
        }
        index(links, of: source)
        lists[position].current = links
    }

    /// The links that arrive at a destination now; its committed ones must have been loaded.
    mutating func arriving(at destination: Int64) -> [StoredLink] {
        if touchedSources == nil {
            touchedSources = [:]
            for position in touched { index(lists[position].current, of: lists[position].source) }
        }
        var result = (arrivals[destination] ?? []).filter { link in
            positions[link.source].map { !isTouched.contains($0) } ?? true
        }
        for source in touchedSources?[destination] ?? [] {
            guard let position = positions[source],
                let link = lists[position].current.first(where: { $0.destination == destination })
            else { continue }
            result.append(
                StoredLink(
                    source: source, destination: destination,
                    inversePosition: link.inversePosition))
        }
        return result
    }

    /// Makes what was saved the new original.
    mutating func commit() {
        for position in touched { lists[position].original = lists[position].current }
        touched = []
        isTouched = []
        touchedSources = nil
        arrivals = [:]
    }

    /// The same table with nothing but pending changes in it.
    func withoutUntouched() -> LinkTable {
        var table = LinkTable()
        for position in touched {
            table.load(lists[position].original, of: lists[position].source)
            table.set(lists[position].current, of: lists[position].source)
        }
        return table
    }

    private mutating func index(_ links: [Link], of source: Int64) {
        for link in links { touchedSources?[link.destination, default: []].append(source) }
    }
}
