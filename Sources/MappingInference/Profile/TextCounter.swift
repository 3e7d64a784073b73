/// Texts and their counts, found by hash; at most a few dozen.
struct TextCounter {
    static let capacity = 64
    private var hashes: [UInt64] = []
    private(set) var texts: [String] = []
    private(set) var counts: [Int] = []
    private(set) var isFull = false

    /// Counts a text if it is known.
    mutating func addKnown(_ hash: UInt64) -> Bool {
        for index in hashes.indices where hashes[index] == hash {
            counts[index] += 1
            return true
        }
        return false
    }

    /// Counts a text that is known, or that is made and kept if there is room.
    ///
    /// Returns `false` if there is no room.
    mutating func add(_ hash: UInt64, _ text: () -> String) -> Bool {
        if addKnown(hash) { return true }
        guard hashes.count < Self.capacity else { return false }
        hashes.append(hash)
        texts.append(text())
        counts.append(1)
        return true
    }

    /// Gives up: there are too many texts, or too long ones.
    mutating func close() {
        self = TextCounter()
        isFull = true
    }

    var result: [String: Int] {
        Dictionary(zip(texts, counts), uniquingKeysWith: +)
    }
}
