import MercatorPayload

/// Finds the end of a JSON value across chunks, without validating its grammar.
///
/// Tracks only strings, escapes and depth; the rest is validated when the record is parsed. Depth
/// is a counter, so deep nesting costs nothing.
struct ValueScanner {
    private var depth = 0
    private var isInText = false
    private var isBehindBackslash = false

    /// Creates a scanner before a value, or inside `depth` containers that end with it.
    init(depth: Int = 0) {
        self.depth = depth
    }

    /// Scans the value, and returns the offset of the first byte after it: a comma or a closing
    /// bracket of the enclosing container, or the end of the chunk if the value continues.
    mutating func scan(_ window: ByteScanner, from start: Int) -> Int {
        var offset = start
        var (depth, isInText) = (depth, isInText)
        defer { (self.depth, self.isInText) = (depth, isInText) }
        if isBehindBackslash, offset < window.count {
            isBehindBackslash = false
            offset &+= 1
        }
        while offset < window.count {
            if isInText {
                offset = window.endOfPlainText(from: offset)
                guard offset < window.count else { break }
                if window.byte(at: offset) == Byte.quotationMark {
                    isInText = false
                    offset &+= 1
                } else if offset &+ 1 < window.count {
                    offset &+= 2
                } else {
                    isBehindBackslash = true
                    offset &+= 1
                }
                continue
            }
            switch window.byte(at: offset) {
            case Byte.quotationMark: isInText = true
            case Byte.openingBrace, Byte.openingBracket: depth &+= 1
            case Byte.closingBrace, Byte.closingBracket:
                guard depth > 0 else { return offset }
                depth &-= 1
            case Byte.comma where depth == 0: return offset
            default: break
            }
            offset &+= 1
        }
        return offset
    }
}
