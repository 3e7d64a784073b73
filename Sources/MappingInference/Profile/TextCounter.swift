/// Texts and their counts, found by hash; at most a few dozen.
struct TextCounter {
    static let capacity = 64
    private var index = HashIndex()
    private(set) var texts: [String] = []
    private(set) var counts: [Int] = []

    /// Returns the index of a text; `nil` if it is unknown.
    func index(of hash: UInt64) -> Int? { index.index(of: hash) }

    /// Counts a text again, by its index.
    mutating func count(_ index: Int, _ times: Int = 1) { counts[index] += times }

    /// Counts a text that is known, or that is made and kept if there is room.
    ///
    /// Returns its index; `nil` if there is no room.
    mutating func add(_ hash: UInt64, _ text: () -> String) -> Int? {
        if let known = index(of: hash) {
            count(known)
            return known
        }
        guard counts.count < Self.capacity else { return nil }
        index.append(hash)
        texts.append(text())
        counts.append(1)
        return counts.count - 1
    }

    var result: [String: Int] {
        Dictionary(zip(texts, counts), uniquingKeysWith: +)
    }
}
