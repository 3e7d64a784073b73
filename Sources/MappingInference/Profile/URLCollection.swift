import Payload

/// The collection in a URL: the last two steps of the path before the last one.
enum URLCollection {
    /// Returns the range of `issues/comments` in `https://host/x/issues/comments/1` or in
    /// `/x/issues/comments/1/`; `nil` if the path has fewer than two steps.
    static func range(_ scanner: ByteScanner, _ range: Range<Int>) -> Range<Int>? {
        // The path begins behind the host, which follows two slashes.
        var skipped = scanner.byte(at: range.lowerBound) == Byte.slash ? 0 : 2
        // The last slashes of the path, the last one first.
        var (last, second, third, fourth) = (-1, -1, -1, -1)
        var end = range.lowerBound
        while end < range.upperBound {
            let byte = scanner.byte(at: end)
            if byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#") { break }
            if byte == Byte.slash {
                if skipped > 0 {
                    skipped &-= 1
                } else {
                    (last, second, third, fourth) = (end, last, second, third)
                }
            }
            end &+= 1
        }
        if last == end - 1 { (last, second, third) = (second, third, fourth) }
        guard second >= 0 else { return nil }
        let first = third >= 0 ? third : second
        return first + 1 < last ? first + 1..<last : nil
    }
}
