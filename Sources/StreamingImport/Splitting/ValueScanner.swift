/// Finds the end of one JSON value, over any number of chunks, without looking at its grammar.
///
/// It follows strings, escapes and depth, and no more: what lies between is checked when the record is
/// parsed. Depth is a number, so deep nesting costs nothing here.
struct ValueScanner {
    private var depth = 0
    private var isInText = false
    private var isBehindBackslash = false

    /// Begins in front of a value, or inside so many containers that end with it.
    init(depth: Int = 0) {
        self.depth = depth
    }

    /// Moves over the value, and returns the place of the first byte that is not part of it: a comma or
    /// a closing bracket that it does not own; or the end of the chunk, if the value goes on behind it.
    mutating func scan(_ window: ByteWindow, from start: Int) -> Int {
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
                if window[place] == Byte.quotationMark {
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
            switch window[place] {
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
