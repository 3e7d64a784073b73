import Payload

/// The collection in a URL: the last two steps of the path before the last one.
enum URLCollection {
    /// Returns the range of `issues/comments` in `https://host/x/issues/comments/1` or in
    /// `/x/issues/comments/1/`; `nil` if the path has fewer than two steps.
    static func range(_ scanner: ByteScanner, _ range: Range<Int>) -> Range<Int>? {
        var end = range.lowerBound
        while end < range.upperBound, scanner.byte(at: end) != UInt8(ascii: "?"),
            scanner.byte(at: end) != UInt8(ascii: "#")
        {
            end += 1
        }
        var start = range.lowerBound
        if scanner.byte(at: start) != Byte.slash {
            // The path begins behind the host, which follows two slashes.
            var slashes = 0
            while start < end, slashes < 3 {
                if scanner.byte(at: start) == Byte.slash { slashes += 1 }
                if slashes < 3 { start += 1 }
            }
        }
        if end > start, scanner.byte(at: end - 1) == Byte.slash { end -= 1 }
        guard let last = previousSlash(scanner, start..<end), last > start,
            let second = previousSlash(scanner, start..<last)
        else { return nil }
        let first = previousSlash(scanner, start..<second) ?? second
        return first + 1 < last ? first + 1..<last : nil
    }

    private static func previousSlash(_ scanner: ByteScanner, _ range: Range<Int>) -> Int? {
        var place = range.upperBound
        while place > range.lowerBound {
            place &-= 1
            if scanner.byte(at: place) == Byte.slash { return place }
        }
        return nil
    }
}
