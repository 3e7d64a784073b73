/// The layout of a tape word; see ``PayloadTape`` for a drawing.
enum TapeWord {
    /// The kind of a word.
    ///
    /// Properties that apply to a single kind are separate tags. The functions of the tape compare
    /// the raw values, 0 to 8 in this order.
    enum Tag: UInt64 {
        case null, `false`, `true`, integer, fractional, string, escapedString, array, object
    }

    /// The maximum length of a text in one word: 2²⁸ − 1 bytes.
    static let longestText = 1 << 28 - 1

    /// Creates the word of a value of `length` bytes at `offset`.
    static func make(_ tag: Tag, length: Int, offset: Int) -> UInt64 {
        tag.rawValue << 60 | UInt64(truncatingIfNeeded: length) << 32
            | UInt64(truncatingIfNeeded: offset)
    }

    /// Creates the second word of a container: the tape index after it, and its number of values.
    static func makeExtent(end: Int, count: Int) -> UInt64 {
        UInt64(truncatingIfNeeded: count) << 32 | UInt64(truncatingIfNeeded: end)
    }

    /// Returns the number of bytes that a word describes.
    static func textLength(_ word: UInt64) -> Int {
        Int(truncatingIfNeeded: (word >> 32) & 0xFFF_FFFF)
    }

    /// Tests whether a word begins an array or an object.
    static func isContainer(_ word: UInt64) -> Bool { word >> 60 >= Tag.array.rawValue }

    /// Tests whether a word begins an object.
    static func isObject(_ word: UInt64) -> Bool { word >> 60 == Tag.object.rawValue }

    /// Returns the tape index in the second word of a container.
    static func end(inExtent word: UInt64) -> Int { Int(truncatingIfNeeded: word & 0xFFFF_FFFF) }

    /// Returns the number of values in the second word of a container.
    static func count(inExtent word: UInt64) -> Int { Int(truncatingIfNeeded: word >> 32) }
}
