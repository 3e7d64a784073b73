import Payload

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
        var place = start
        var (depth, isInText) = (depth, isInText)
        defer { (self.depth, self.isInText) = (depth, isInText) }
        if isBehindBackslash, place < window.count {
            isBehindBackslash = false
            place &+= 1
        }
        while place < window.count {
            if isInText {
                place = window.endOfPlainText(from: place)
                guard place < window.count else { break }
                if window.byte(at: place) == Byte.quotationMark {
                    isInText = false
                    place &+= 1
                } else if place &+ 1 < window.count {
                    place &+= 2
                } else {
                    isBehindBackslash = true
                    place &+= 1
                }
                continue
            }
            switch window.byte(at: place) {
            case Byte.quotationMark: isInText = true
            case Byte.openingBrace, Byte.openingBracket: depth &+= 1
            case Byte.closingBrace, Byte.closingBracket:
                guard depth > 0 else { return place }
                depth &-= 1
            case Byte.comma where depth == 0: return place
            default: break
            }
            place &+= 1
        }
        return place
    }
}
