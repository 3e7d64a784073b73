/// The statistics of a place while its values are read.
struct PlaceState {
    var count = 0
    var kinds = KindCounts()
    var numbers = NumberStatistics()
    var lengths = LengthRange()
    var texts = TextState()
    var values: HashSample
    private var examples: [String] = []
    private var exampleHashes: [UInt64] = []

    /// The tables of the candidates of the records here, and of their discriminators.
    var tables = 0..<0
    var variants = 0..<0
    /// The columns of the records here.
    var columns: [Int32] = []
    /// The number of steps to elements and entries from the document to here.
    var depth = 0
    /// The index of the statistics of the keys of a map.
    var keys = -1
    /// Indicates whether the object around belongs to the object here as a wrapper, by its name.
    var isWrapper = false

    // The last value: when it was read, its hash, and whether it could be a key (I1).
    var visit = 0
    var hash: UInt64 = 0
    var column: UInt32 = 0
    var position = 0
    var isKey = false

    init(capacity: Int) {
        values = HashSample(capacity: capacity)
    }

    /// Keeps the last value as a column of the records around it.
    mutating func keep(_ value: UInt64, isBlank: Bool = false, isKey: Bool = false) {
        hash = value
        column = isBlank ? 1 : max(2, UInt32(truncatingIfNeeded: value >> 32))
        self.isKey = isKey
    }

    /// Keeps a scalar as an example while there are fewer than three.
    mutating func addExample(_ hash: UInt64, _ text: () -> String) {
        guard examples.count < 3, !exampleHashes.contains(hash) else { return }
        examples.append(text())
        exampleHashes.append(hash)
    }

    /// Adds the statistics to those of a profile.
    func fill(_ place: inout PlaceProfile) {
        place.count = count
        place.kinds = kinds
        place.numbers = numbers
        place.lengths = lengths
        place.texts = texts.result
        place.values = values.result
        place.examples = examples
        place.columns = columns.map { PlaceIndex(Int($0)) }
    }
}

/// The statistics of texts while they are read.
struct TextState {
    var empty = 0
    var lengths = LengthRange()
    private var forms: [Int] = []
    private var words = TextCounter()
    private var collections = TextCounter()
    private var overflow = 0

    mutating func add(_ found: TextForms) {
        guard !found.isEmpty else { return }
        if forms.isEmpty { forms = [Int](repeating: 0, count: TextForms.count) }
        var bits = found.rawValue
        while bits != 0 {
            forms[bits.trailingZeroBitCount] += 1
            bits &= bits - 1
        }
    }

    /// Counts a text while there are at most 64 of at most 40 bytes.
    mutating func addWord(_ hash: UInt64, isLong: Bool, _ text: () -> String) {
        guard !words.isFull else { return }
        if isLong || !words.add(hash, text) { words.close() }
    }

    mutating func addCollection(_ hash: UInt64, _ text: () -> String) {
        if !collections.add(hash, text) { overflow += 1 }
    }

    var result: TextStatistics {
        var texts = TextStatistics()
        texts.empty = empty
        texts.lengths = lengths
        for (index, count) in forms.enumerated() where count > 0 {
            texts.forms[TextForms.all[index]] = count
        }
        texts.collections = collections.result
        texts.collectionOverflow = overflow
        texts.words = words.isFull ? nil : words.result
        return texts
    }
}

extension LengthRange {
    mutating func add(_ length: Int) {
        if length < shortest { shortest = length }
        if length > longest { longest = length }
    }
}

extension NumberStatistics {
    private static let exactDouble: Int64 = 1 << 53

    mutating func add(_ number: Int64) {
        if number < least { least = number }
        if number > greatest { greatest = number }
        if number > Self.exactDouble || number < -Self.exactDouble { beyondDouble += 1 }
        if number == 0 { zeros += 1 }
        if 100_000_000...4_200_000_000 ~= number { inSeconds += 1 }
        if 100_000_000_000...4_200_000_000_000 ~= number { inMilliseconds += 1 }
    }
}
