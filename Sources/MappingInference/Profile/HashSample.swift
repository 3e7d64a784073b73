/// A set of hashes that is reduced to a sample when it exceeds its capacity.
///
/// The sample contains the hashes below a bound, which is halved when the sample is full. It
/// depends on the values only, not on their order, so samples of two sets are comparable.
struct HashSample {
    private var bound = UInt64.max
    let capacity: Int
    private var table = HashTable()
    /// Hashes that are not in the table yet.
    private var waiting: [UInt64] = []
    /// Whether a slot was taken; kept so that the loads are not left out.
    private var isLoaded = false
    private static let batch = 64
    /// The number of hashes of a table that the cache of a core holds beside others.
    private static let cached = 1 << 10

    init(capacity: Int) {
        self.capacity = max(capacity, 16)
    }

    /// Adds a hash.
    mutating func insert(_ hash: UInt64) {
        guard hash < bound else { return }
        waiting.append(hash)
        if waiting.count >= Self.batch { flush() }
    }

    /// Inserts the waiting hashes, after loading the slots of a large table in a batch.
    ///
    /// A large table is not in the cache, and dependent loads would each wait for the previous
    /// load.
    mutating func flush() {
        guard !waiting.isEmpty else { return }
        table.reserve(table.count + waiting.count)
        if table.count > Self.cached {
            var loaded: UInt64 = 0
            for hash in waiting { loaded |= table.firstSlot(of: hash) }
            isLoaded = loaded != 0
        }
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
