import MercatorPayload

/// Tracks the position in a source across chunks.
///
/// Lines end with a line feed, a carriage return, or both, even if a chunk ends between the two.
struct LineCounter {
    private(set) var position: SourcePosition
    private var isBehindCarriageReturn = false

    init(_ position: SourcePosition = SourcePosition()) {
        self.position = position
    }

    /// Advances over a range of bytes of a chunk.
    mutating func advance(over window: ByteScanner, _ range: Range<Int>) {
        var index = range.lowerBound
        var (line, column) = (position.line, position.column)
        while index < range.upperBound {
            if index &+ 8 <= range.upperBound, let word = window.word(at: index),
                LineCounter.hasNoBreak(word)
            {
                column &+= 8 &- LineCounter.continuations(in: word).nonzeroBitCount
                isBehindCarriageReturn = false
                index &+= 8
                continue
            }
            let byte = window.byte(at: index)
            index &+= 1
            if byte == Byte.lineFeed, isBehindCarriageReturn {
                isBehindCarriageReturn = false
                continue
            }
            isBehindCarriageReturn = byte == Byte.carriageReturn
            if isBehindCarriageReturn || byte == Byte.lineFeed {
                line &+= 1
                column = 1
            } else if byte & 0xC0 != 0x80 {
                column &+= 1
            }
        }
        position = SourcePosition(
            offset: position.offset + range.count, line: line, column: column)
    }

    private static func hasNoBreak(_ word: UInt64) -> Bool {
        let feeds = word ^ (ByteScanner.ones &* UInt64(Byte.lineFeed))
        let returns = word ^ (ByteScanner.ones &* UInt64(Byte.carriageReturn))
        return ByteScanner.zeroes(in: feeds) | ByteScanner.zeroes(in: returns) == 0
    }

    /// Sets the lowest bit of each UTF-8 continuation byte, which begins with the bits 10.
    private static func continuations(in word: UInt64) -> UInt64 {
        (word >> 7) & ~(word >> 6) & ByteScanner.ones
    }
}
