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
}
