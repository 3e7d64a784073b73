/// The words of a text in their compared form, which are added scalar by scalar.
struct NormalizedWords {
    private(set) var bytes: [UInt8] = []
    /// The index in the text where the current word begins; `nil` between words.
    private var start: Int?
    /// The number of bytes before the current word and the space in front of it.
    private var finished = 0
    /// Whether the current word consists of the bytes of its scalars one by one.
    private var isScalarwise = true
    private let scalars = FoldedScalars.shared

    init(capacity: Int) {
        bytes.reserveCapacity(capacity)
    }

    mutating func add(ascii byte: UInt8, at index: Int, in text: [UInt8]) {
        let isPart =
            (0x61...0x7A).contains(byte | 0x20) && byte >= 0x41 || (0x30...0x39).contains(byte)
        guard isPart else { return endWord(before: index, in: text) }
        if start == nil { beginWord(at: index) }
        // Digits have the bit of lowercase letters, too.
        bytes.append(byte | 0x20)
    }

    mutating func add(_ scalar: Unicode.Scalar, _ range: Range<Int>, in text: [UInt8]) {
        let folded = scalars[scalar]
        let kind = folded?.kind ?? ScalarKind(scalar)
        if kind != .part { endWord(before: range.lowerBound, in: text) }
        guard kind != .separator else { return }
        if start == nil { beginWord(at: range.lowerBound) }
        if let folded {
            folded.append(to: &bytes)
        } else {
            isScalarwise = false
        }
        if kind == .word { endWord(before: range.upperBound, in: text) }
    }

    private mutating func beginWord(at index: Int) {
        start = index
        finished = bytes.count
        isScalarwise = true
        if finished > 0 { bytes.append(UInt8(ascii: " ")) }
    }

    mutating func endWord(before end: Int, in text: [UInt8]) {
        guard let start else { return }
        self.start = nil
        let first = finished == 0 ? 0 : finished + 1
        if !isScalarwise || bytes.count - first > SearchTokenizer.lengthLimit {
            bytes.removeSubrange(first...)
            bytes += SearchTokenizer.folded(String(decoding: text[start..<end], as: UTF8.self)).utf8
        }
        // A word of marks alone is none.
        if bytes.count == first { bytes.removeSubrange(finished...) }
    }
}
