/// The links of one relationship, indexed at both ends.
struct MemoryLinks: Sendable {
    private struct Ends: Sendable, Hashable {
        var source: Int64
        var destination: Int64
    }

    /// The links by link number; number 0 is unused, because it ends the lists of ``NumberChains``.
    private var links = [StoredLink(source: 0, destination: 0)]
    private var unused: [Int64] = []
    private var numbers: [Ends: Int64] = [:]
    private var bySource = NumberGroups()
    private var byDestination = NumberGroups()

    /// Writes a link, replacing one with the same ends.
    mutating func store(_ link: StoredLink) {
        let ends = Ends(source: link.source, destination: link.destination)
        if let number = numbers[ends] {
            links[Int(number)] = link
            return
        }
        let number = unused.popLast() ?? Int64(links.count)
        if Int(number) < links.count { links[Int(number)] = link } else { links.append(link) }
        numbers[ends] = number
        bySource.insert(number, owner: link.source)
        byDestination.insert(number, owner: link.destination)
    }

    /// Removes the link with these ends, if it exists.
    mutating func remove(source: Int64, destination: Int64) {
        let ends = Ends(source: source, destination: destination)
        guard let number = numbers.removeValue(forKey: ends) else { return }
        bySource.remove(number, owner: source)
        byDestination.remove(number, owner: destination)
        unused.append(number)
    }

    /// Returns the links of a source, in their order.
    func links(from source: Int64) -> [StoredLink] {
        var links: [StoredLink] = []
        appendLinks(from: source, to: &links)
        return links
    }

    /// Returns the links that arrive at a destination, in their order.
    func links(to destination: Int64) -> [StoredLink] {
        var links: [StoredLink] = []
        appendLinks(to: destination, to: &links)
        return links
    }

    /// Appends the links of a source, in their order.
    func appendLinks(from source: Int64, to result: inout [StoredLink]) {
        append(bySource, source, to: &result) { ($0.position ?? .max, $0.destination) }
    }

    /// Appends the links that arrive at a destination, in their order.
    func appendLinks(to destination: Int64, to result: inout [StoredLink]) {
        append(byDestination, destination, to: &result) {
            ($0.inversePosition ?? .max, $0.source)
        }
    }

    private func append(
        _ groups: NumberGroups, _ owner: Int64, to result: inout [StoredLink],
        by key: (StoredLink) -> (Int64, Int64)
    ) {
        let start = result.count
        var number = groups.latest(of: owner)
        while number != 0 {
            result.append(links[Int(number)])
            number = groups.number(before: number)
        }
        guard result.count - start > 1 else { return }
        // Links are mostly added in their order, and the list begins with the latest.
        result[start...].reverse()
        for index in start + 1..<result.count where key(result[index]) < key(result[index - 1]) {
            result[start...].sort { key($0) < key($1) }
            break
        }
    }
}
