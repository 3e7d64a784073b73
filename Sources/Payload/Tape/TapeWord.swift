/// How one word of the tape is laid out; see ``PayloadTape`` for the picture.
enum TapeWord {
    /// What a word stands for.
    ///
    /// Flags that belong to one kind only are tags of their own. The functions of the tape compare
    /// the raw values, 0 to 8 in this order.
    enum Tag: UInt64 {
        case null, `false`, `true`, integer, fractional, string, escapedString, array, object
    }

    /// The longest text one word can describe: 2²⁸ − 1 bytes.
    static let longestText = 1 << 28 - 1

    /// A word for something that starts at `offset` and takes `length` bytes.
    static func make(_ tag: Tag, length: Int, offset: Int) -> UInt64 {
        tag.rawValue << 60 | UInt64(truncatingIfNeeded: length) << 32
            | UInt64(truncatingIfNeeded: offset)
    }

    /// The second word of a container: the place on the tape behind it, and how much it holds.
    static func makeExtent(end: Int, count: Int) -> UInt64 {
        UInt64(truncatingIfNeeded: count) << 32 | UInt64(truncatingIfNeeded: end)
    }

    /// How many bytes the word describes.
    static func textLength(_ word: UInt64) -> Int {
        Int(truncatingIfNeeded: (word >> 32) & 0xFFF_FFFF)
    }

    /// Whether the word begins an array or an object.
    static func isContainer(_ word: UInt64) -> Bool { word >> 60 >= Tag.array.rawValue }

    /// Whether the word begins an object.
    static func isObject(_ word: UInt64) -> Bool { word >> 60 == Tag.object.rawValue }

    /// The place that the second word of a container names.
    static func end(inExtent word: UInt64) -> Int { Int(truncatingIfNeeded: word & 0xFFFF_FFFF) }

    /// The count that the second word of a container holds.
    static func count(inExtent word: UInt64) -> Int { Int(truncatingIfNeeded: word >> 32) }
}
