/// The links of one relationship, found from both ends.
struct MemoryLinks: Sendable {
    private struct Ends: Sendable, Hashable {
        var source: Int64
        var destination: Int64
    }

    /// By the number of a link; number 0 stays free, as ``NumberChains`` wants it.
    private var links = [StoredLink(source: 0, destination: 0)]
    private var unused: [Int64] = []
    private var numbers: [Ends: Int64] = [:]
    private var bySource = NumberGroups()
    private var byDestination = NumberGroups()

    /// Writes a link, over one with the same ends if there is one.
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

    /// Removes the link with these ends, if there is one.
    mutating func remove(source: Int64, destination: Int64) {
        let ends = Ends(source: source, destination: destination)
        guard let number = numbers.removeValue(forKey: ends) else { return }
        bySource.remove(number, owner: source)
        byDestination.remove(number, owner: destination)
        unused.append(number)
    }

    /// The links that leave an object, in their order.
    func links(from source: Int64) -> [StoredLink] {
        sorted(bySource.numbers(of: source)) { ($0.position ?? .max, $0.destination) }
    }

    /// The links that arrive at an object, in their order.
    func links(to destination: Int64) -> [StoredLink] {
        sorted(byDestination.numbers(of: destination)) {
            ($0.inversePosition ?? .max, $0.source)
        }
    }

    private func sorted(
        _ numbers: [Int64], by key: (StoredLink) -> (Int64, Int64)
    ) -> [StoredLink] {
        var links = numbers.map { self.links[Int($0)] }
        // Links mostly come in the order in which they were made, which is theirs.
        let isSorted = zip(links, links.dropFirst()).allSatisfy { key($0) < key($1) }
        if !isSorted { links.sort { key($0) < key($1) } }
        return links
    }
}
