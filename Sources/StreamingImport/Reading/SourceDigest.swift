/// Tells whether everything that was read of a source is still the same, in two words.
///
/// It takes bytes as they come: how they are cut into chunks makes no difference. It notices a
/// change; it protects against nobody. A byte takes about a fifth of a nanosecond, so a source is
/// known again in a small part of the time that importing it took.
///
/// Source: multiplication and shifts as in Vigna's "SplitMix64", for eight bytes at a time.
package struct SourceDigest: Sendable, Hashable {
    private var state: UInt64 = 0xcbf2_9ce4_8422_2325
    /// Bytes that do not fill a word yet, the first one lowest.
    private var tail: UInt64 = 0
    /// How many bytes were taken.
    package private(set) var count = 0

    package init() {}

    /// Takes bytes that follow those before.
    package mutating func add(_ bytes: ArraySlice<UInt8>) {
        var rest = bytes
        while count % 8 != 0, let byte = rest.popFirst() { add(byte) }
        // The loop reads whole words only, inside of the buffer.
        let words = unsafe rest.withUnsafeBytes { buffer in
            let words = buffer.count / 8
            for word in 0..<words {
                add(
                    word: unsafe UInt64(
                        littleEndian: buffer.loadUnaligned(
                            fromByteOffset: word * 8, as: UInt64.self)))
            }
            return words
        }
        count += words * 8
        for byte in rest.dropFirst(words * 8) { add(byte) }
    }

    private mutating func add(_ byte: UInt8) {
        tail |= UInt64(byte) << UInt64(count % 8 * 8)
        count += 1
        guard count.isMultiple(of: 8) else { return }
        add(word: tail)
        tail = 0
    }

    private mutating func add(word: UInt64) {
        state = (state ^ word) &* 0x9E37_79B9_7F4A_7C15
        state ^= state >> 29
    }
}

extension SourceDigest {
    /// Both words, for a checkpoint.
    package var text: String { String(state, radix: 16) + " " + String(tail, radix: 16) }

    /// Goes on with what was kept of so many bytes.
    package init?(text: String, count: Int) {
        let words = text.split(separator: " ").compactMap { UInt64($0, radix: 16) }
        guard words.count == 2, count >= 0 else { return nil }
        (state, tail, self.count) = (words[0], words[1], count)
    }
}

/// The digest of what a reader has passed, which it may know only behind what it has read.
package struct SourcePassage: Sendable {
    private var digest: SourceDigest?
    /// Chunks that are not passed yet, and how much of the first one is.
    private var chunks: [[UInt8]] = []
    private var start = 0

    /// Goes on behind what was passed before; `nil` where that is not known.
    package init(_ digest: SourceDigest?) {
        self.digest = digest
    }

    /// Takes the next bytes of the source.
    package mutating func read(_ chunk: [UInt8]) {
        if digest != nil, !chunk.isEmpty { chunks.append(chunk) }
    }

    /// The digest of the source up to a byte, which is not before the last one that was asked for.
    package mutating func digest(upTo offset: Int) -> SourceDigest? {
        guard var digest else { return nil }
        var passed = 0
        while digest.count < offset, passed < chunks.count {
            let chunk = chunks[passed]
            let end = min(chunk.count, start + offset - digest.count)
            digest.add(chunk[start..<end])
            start = end
            if end == chunk.count {
                passed += 1
                start = 0
            }
        }
        chunks.removeFirst(passed)
        self.digest = digest
        return digest
    }
}
