/// A set of hashes that keeps a sample once it has more than its capacity: those below a bound.
///
/// The bound is halved when the sample is full. It depends on the values alone, so the samples of
/// two sets contain the same values, whatever the order in which they came.
struct HashSample {
    private var bound = UInt64.max
    let capacity: Int
    private var table = HashTable()
    /// Hashes that are not in the table yet.
    private var waiting: [UInt64] = []
    /// Whether a slot was taken; kept so that the loads are not left out.
    private var isLoaded = false
    private static let batch = 64

    init(capacity: Int) {
        self.capacity = max(capacity, 16)
    }

    /// Adds a hash.
    mutating func insert(_ hash: UInt64) {
        guard hash < bound else { return }
        waiting.append(hash)
        if waiting.count >= Self.batch { flush() }
    }

    /// Enters the hashes that wait, whose slots are loaded together first: a large table is not in
    /// the cache, and loads that follow each other wait for each other.
    mutating func flush() {
        guard !waiting.isEmpty else { return }
        table.reserve(table.count + waiting.count)
        var loaded: UInt64 = 0
        for hash in waiting { loaded |= table.firstSlot(of: hash) }
        isLoaded = loaded != 0
        for hash in waiting where hash < bound {
            table.insert(hash)
            while table.count > capacity {
                bound = bound / 2 + 1
                table.keep(below: bound)
            }
        }
        waiting.removeAll(keepingCapacity: true)
    }

    /// The sample as it is kept in a profile.
    var result: ValueSample {
        var all = self
        all.flush()
        return ValueSample(all.table, below: all.bound)
    }
}
