/// The statistics of the keys of a map while they are read; see ``KeyStatistics``.
struct KeyState {
    var count = 0
    var texts = TextState()
    var numbers = NumberStatistics()
    var values: HashSample
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

    mutating func add(_ key: ArraySlice<UInt8>, _ hash: UInt64) {
        count += 1
        values.insert(hash)
        texts.lengths.add(key.count)
        if key.isEmpty { texts.empty += 1 }
        let bytes = Array(key)
        let forms = TextForms.forms(of: bytes, bytes.indices)
        texts.add(forms)
        let text = String(decoding: key, as: UTF8.self)
        texts.addWord(hash, isLong: key.count > 40) { text }
        if forms.contains(TextForms.of(.integer)), let number = Int64(text) {
            numbers.add(number)
        } else {
            areIntegers = false
        }
        if examples.count < 3, !examples.contains(text) { examples.append(text) }
    }

    /// Compares the value of a key with the one it had before.
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
