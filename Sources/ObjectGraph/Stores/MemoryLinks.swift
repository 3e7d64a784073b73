/// The links of one relationship, indexed at both ends.
struct MemoryLinks: Sendable {
    /// The links by link number; number 0 is unused, because it ends the lists of ``NumberChains``.
    private var links = PagedArray(filler: StoredLink(source: 0, destination: 0))
    private var count: Int64 = 1
    private var unused: [Int64] = []
    private var byEnds = HashedNumbers()
    private var bySource = NumberGroups()
    private var byDestination = NumberGroups()

    /// Writes a link, replacing one with the same ends.
    mutating func store(_ link: StoredLink) {
        let hash = hash(link.source, link.destination)
        let known = number(hash, from: link.source, to: link.destination)
        guard known == 0 else {
            links[Int(known)] = link
            return
        }
        let number = unused.popLast() ?? count
        count = max(count, number + 1)
        links.reach(Int(number))
        links[Int(number)] = link
        byEnds.insert(number, hash: hash)
        bySource.insert(number, owner: link.source)
        byDestination.insert(number, owner: link.destination)
    }

    /// Removes the link with these ends, if it exists.
    mutating func remove(source: Int64, destination: Int64) {
        let number = number(hash(source, destination), from: source, to: destination)
        guard number != 0 else { return }
        byEnds.remove(number)
        bySource.remove(number, owner: source)
        byDestination.remove(number, owner: destination)
        unused.append(number)
    }

    /// Returns the number of the link with these ends; `0` if there is none.
    private func number(_ hash: Int, from source: Int64, to destination: Int64) -> Int64 {
        byEnds.number(hash: hash) {
            let link = links[Int($0)]
            return link.source == source && link.destination == destination
        }
    }

    /// Returns the hash of a link's ends, which no payload can choose: a store assigns numbers.
    private func hash(_ source: Int64, _ destination: Int64) -> Int {
        let mixed =
            UInt64(bitPattern: source) &* 0x9E37_79B9_7F4A_7C15
            ^ UInt64(bitPattern: destination) &* 0xC2B2_AE3D_27D4_EB4F
        return Int(truncatingIfNeeded: mixed >> 17)
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
