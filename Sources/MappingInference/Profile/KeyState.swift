import MercatorPayload

/// The statistics of the keys of a map while they are read; see ``KeyStatistics``.
struct KeyState {
    private var count = 0
    private var texts = TextState()
    private var numbers = NumberStatistics()
    private var values: HashSample
    private var examples: [String] = []
    private var areIntegers = true
    /// The value of each key, for a sample of the keys.
    private var entries: [UInt64: UInt32] = [:]
    private var bound = UInt64.max
    private var repeats = 0
    private var agreeingRepeats = 0
    private static let capacity = 16_384

    init(capacity: Int) {
        values = HashSample(capacity: capacity)
    }

    /// Adds the key in a range of bytes without escape sequences; `scanner` reads the same bytes.
    ///
    /// Returns its hash.
    mutating func add(
        _ bytes: [UInt8], _ range: Range<Int>, _ scanner: ByteScanner
    ) -> UInt64 {
        count += 1
        let hash = ValueHash.bytes(scanner, range)
        let (forms, isNew) = texts.add(bytes, range, hash, scanner)
        if forms.contains(TextForms.of(.integer)), let number = Self.integer(bytes, range) {
            numbers.add(number)
        } else {
            areIntegers = false
        }
        guard isNew else { return hash }
        values.insert(hash)
        if examples.count < 3 {
            let text = String(decoding: bytes[range], as: UTF8.self)
            if !examples.contains(text) { examples.append(text) }
        }
        return hash
    }

    private static func integer(_ bytes: [UInt8], _ range: Range<Int>) -> Int64? {
        Int64(String(decoding: bytes[range], as: UTF8.self))
    }

    /// Compares the value of a key with its previous value.
    mutating func add(_ column: UInt32, of hash: UInt64) {
        guard hash < bound else { return }
        guard let first = entries[hash] else {
            entries[hash] = column
            while entries.count > Self.capacity {
                bound = bound / 2 + 1
                entries = entries.filter { $0.key < bound }
            }
            return
        }
        repeats += 1
        if first == column { agreeingRepeats += 1 }
    }

    var result: KeyStatistics {
        var keys = KeyStatistics()
        keys.values = values.result
        keys.texts = texts.result
        keys.numbers = numbers
        keys.examples = examples
        keys.count = count
        keys.areIntegers = areIntegers && count > 0
        keys.repeats = repeats
        keys.agreeingRepeats = agreeingRepeats
        return keys
    }
}
