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

/// The digests of a source at the ends of the records of a batch, each of which may be the end of
/// what the batch passes.
package struct SourcePassage: Sendable {
    /// Everything up to the last byte that was read; `nil` if the digest of its beginning is unknown.
    private var digest: SourceDigest?
    /// The digest at the end of the batch before.
    private var passed: SourceDigest?
    /// The digests at the ends of the records of the batch.
    private var ends: [SourceDigest] = []

    /// Creates a passage that continues a source whose beginning has a digest.
    package init(_ digest: SourceDigest?) {
        self.digest = digest
        passed = digest
    }

    /// Reads a chunk of the source up to a byte, with the ends of the records in it.
    ///
    /// - Parameters:
    ///   - chunk: Bytes of the source; those that were read before are skipped.
    ///   - origin: The offset of the first byte of the chunk in the source.
    ///   - recordEnds: The ends of the records of the batch, as offsets in the source.
    ///   - end: The offset of the byte behind the last one that is read.
    package mutating func read(
        _ chunk: [UInt8], from origin: Int, recordEnds: some RandomAccessCollection<Int>,
        upTo end: Int
    ) {
        guard var digest else { return }
        for offset in recordEnds.dropFirst(ends.count) {
            digest.add(chunk[(digest.count - origin)..<(offset - origin)])
            ends.append(digest)
        }
        if digest.count < end { digest.add(chunk[(digest.count - origin)..<(end - origin)]) }
        self.digest = digest
    }

    /// Ends a batch at a byte: the end of one of its records, or of everything that was read, or of
    /// the batch before.
    ///
    /// - Returns: The digest of the source up to there.
    package mutating func endBatch(at offset: Int) -> SourceDigest? {
        passed = (ends + [digest, passed].compactMap(\.self)).first { $0.count == offset }
        ends = []
        return passed
    }
}
