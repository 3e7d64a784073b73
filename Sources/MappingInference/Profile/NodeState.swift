import MercatorPayload

/// The statistics of a node while its values are read.
struct NodeState {
    var kinds = KindCounts()
    var lengths = LengthRange()
    private(set) var numbers = NumberStatistics()
    private var texts = TextState()
    private var values: HashSample
    private var examples: [String] = []
    private var exampleHashes: [UInt64] = []

    /// The tables of the candidates of the records here, and of their discriminators.
    var tables = 0..<0
    var variants = 0..<0
    /// The columns of the records here.
    var columns: [SchemaNodeID] = []
    /// The number of steps to elements and entries from the document to here.
    var depth = 0
    /// The index of the statistics of the keys, of a map.
    var keys: Int?
    /// Indicates whether the object around belongs to the object here as a wrapper, by its name.
    var isWrapper = false
    /// Indicates whether objects here are wrappers of scalars, which count as scalars (R4).
    var isUnited = false

    init(capacity: Int) {
        values = HashSample(capacity: capacity)
    }

    /// Writes the statistics to a node of a profile.
    func fill(_ profile: inout NodeProfile) {
        profile.count = kinds.count
        profile.kinds = kinds
        profile.numbers = numbers
        profile.lengths = lengths
        profile.texts = texts.result
        profile.values = values.result
        profile.examples = examples
        profile.isUnited = isUnited
        profile.columns = columns
    }
}

/// Adding scalars; each returns the hash of the value.
extension NodeState {
    mutating func addBoolean(_ value: Bool) -> UInt64 {
        kinds.booleans += 1
        let hash = value ? ValueHash.true : ValueHash.false
        keep(hash) { value ? "true" : "false" }
        return hash
    }

    mutating func addInteger(
        _ position: Int, _ tape: PayloadTape, _ scanner: ByteScanner
    ) -> UInt64 {
        let range = tape.textRange(at: position)
        var hash = ValueHash.bytes(scanner, range)
        if let number = tape.int64(at: position) {
            kinds.integers += 1
            numbers.add(number)
            // `-0` is the only integer with a second spelling.
            if number == 0, range.count > 1 { hash = ValueHash.integer(0) }
        } else {
            kinds.bigIntegers += 1
            numbers.add(bigIntegerOf: range, scanner)
        }
        keep(hash) { tape.string(at: position) }
        return hash
    }

    /// Adds a number that a wrapper has as a text.
    mutating func addNumber(_ text: String) -> UInt64 {
        if let number = Int64(text) {
            kinds.integers += 1
            numbers.add(number)
        } else {
            kinds.fractions += 1
            numbers.inexactFractions += 1
        }
        let hash = ValueHash.bytes(Array(text.utf8))
        keep(hash) { text }
        return hash
    }

    /// Adds a number with a fraction or an exponent; returns also whether it is whole.
    mutating func addFraction(
        _ position: Int, _ tape: PayloadTape, _ scanner: ByteScanner
    ) -> (hash: UInt64, isWhole: Bool) {
        kinds.fractions += 1
        let added = numbers.add(fractionAt: position, tape)
        let hash = added.hash ?? ValueHash.bytes(scanner, tape.textRange(at: position))
        keep(hash) { tape.string(at: position) }
        return (hash, added.isWhole)
    }

    /// Adds the text in a range of bytes without escape sequences; `scanner` reads the same bytes.
    mutating func addText(
        _ bytes: [UInt8], _ range: Range<Int>, _ scanner: ByteScanner
    ) -> UInt64 {
        kinds.texts += 1
        let hash = ValueHash.bytes(scanner, range)
        if texts.add(bytes, range, hash, scanner).isNew {
            keep(hash) { Self.prefix(of: bytes, range) }
        }
        return hash
    }

    /// Returns the first 200 bytes of a text, without a part of a character at the end.
    private static func prefix(of bytes: [UInt8], _ range: Range<Int>) -> String {
        var end = min(range.upperBound, range.lowerBound + 200)
        while end < range.upperBound, end > range.lowerBound, bytes[end] & 0xC0 == 0x80 { end -= 1 }
        return String(decoding: bytes[range.lowerBound..<end], as: UTF8.self)
    }

    /// Keeps a scalar among the distinct ones, and as an example while there are fewer than three.
    private mutating func keep(_ hash: UInt64, _ text: () -> String) {
        values.insert(hash)
        guard examples.count < 3, !exampleHashes.contains(hash) else { return }
        examples.append(text())
        exampleHashes.append(hash)
    }
}
