import Payload

/// The collection in a URL: the last two steps of the path before the last one.
enum URLCollection {
    /// Returns the range of `issues/comments` in `https://host/x/issues/comments/1` or in
    /// `/x/issues/comments/1/`; `nil` if the path has fewer than two steps.
    static func range(_ bytes: [UInt8], _ range: Range<Int>) -> Range<Int>? {
        var end = range.lowerBound
        while end < range.upperBound, bytes[end] != UInt8(ascii: "?"),
            bytes[end] != UInt8(ascii: "#")
        {
            end += 1
        }
        var start = range.lowerBound
        if bytes[start] != Byte.slash {
            // The path begins behind the host, which follows two slashes.
            var slashes = 0
            while start < end, slashes < 3 {
                if bytes[start] == Byte.slash { slashes += 1 }
                if slashes < 3 { start += 1 }
            }
        }
        if end > start, bytes[end - 1] == Byte.slash { end -= 1 }
        guard let last = previousSlash(bytes, start..<end), last > start,
            let second = previousSlash(bytes, start..<last)
        else { return nil }
        let first = previousSlash(bytes, start..<second) ?? second
        return first + 1 < last ? first + 1..<last : nil
    }

    private static func previousSlash(_ bytes: [UInt8], _ range: Range<Int>) -> Int? {
        bytes[range].lastIndex(of: Byte.slash)
    }
}
