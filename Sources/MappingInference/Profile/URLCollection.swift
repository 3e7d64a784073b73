import MercatorPayload

/// The collection in a URL, which is the last two steps of the path before the last one, and the
/// last step, which is a key in that collection.
struct URLCollection {
    let collection: Range<Int>
    let key: Range<Int>

    /// Finds `issues/comments` and `1` in `https://host/x/issues/comments/1`, or in
    /// `/x/issues/comments/1/`; `nil` if the path has fewer than two steps, or ends in a file.
    init?(_ scanner: ByteScanner, _ range: Range<Int>) {
        // The path begins after the host, which follows two slashes.
        let slash = Byte.slash
        var skipped = scanner.byte(at: range.lowerBound) == slash ? 0 : 2
        // The last slashes of the path, the last one first.
        var (last, second, third, fourth): (Int?, Int?, Int?, Int?)
        var end = range.lowerBound
        while end < range.upperBound {
            let byte = scanner.byte(at: end)
            if byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#") { break }
            if byte == slash {
                if skipped > 0 {
                    skipped &-= 1
                } else {
                    (last, second, third, fourth) = (end, last, second, third)
                }
            }
            end &+= 1
        }
        if last == end - 1 {
            (last, second, third) = (second, third, fourth)
            end -= 1
        }
        guard let last, let first = third ?? second else { return nil }
        guard first + 1 < last, last + 1 < end, !Self.isFile(scanner, last + 1..<end) else {
            return nil
        }
        collection = first + 1..<last
        key = last + 1..<end
    }

    /// Tests for the name of a file, such as `default.jpg`; `1.json` is a key in a format.
    private static func isFile(_ scanner: ByteScanner, _ step: Range<Int>) -> Bool {
        guard let point = step.last(where: { scanner.byte(at: $0) == Byte.point }),
            point > step.lowerBound
        else { return false }
        let ending = point + 1..<step.upperBound
        let isLetter = { (byte: UInt8) in (byte | 0x20) &- 0x61 < 26 }
        guard (2...5).contains(ending.count), isLetter(scanner.byte(at: ending.lowerBound)),
            ending.allSatisfy({
                let byte = scanner.byte(at: $0)
                return isLetter(byte) || byte &- 0x30 < 10
            })
        else { return false }
        return !["json", "xml"].contains { format in
            format.utf8.elementsEqual(ending.lazy.map { scanner.byte(at: $0) })
        }
    }
}
