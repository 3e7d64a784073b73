import MercatorPayload

/// A search for one of several texts by its bytes, without a string.
struct CaseTable {
    private let bytes: [UInt8]
    private var entries: [Entry] = []
    /// The first entry of each bucket, and the end of the last bucket.
    private var starts: [Int] = []

    private struct Entry {
        let number: Int
        let start: Int
        let count: Int
        let bucket: Int
    }

    /// Creates a table; empty texts are not found.
    init(_ texts: [(text: String, number: Int)]) {
        var bytes: [UInt8] = []
        for (text, number) in texts where !text.isEmpty {
            let start = bytes.count
            bytes += text.utf8
            entries.append(
                Entry(
                    number: number, start: start, count: bytes.count - start,
                    bucket: Self.bucket(bytes, start..<bytes.count)))
        }
        self.bytes = bytes
        entries.sort { $0.bucket < $1.bucket }
        starts = (0...Self.bucketCount).map { bucket in
            entries.firstIndex { $0.bucket >= bucket } ?? entries.count
        }
    }

    /// Returns the number of the text at a tape index; `nil` for other values.
    func number(of tape: PayloadTape, at position: Int) -> Int? {
        guard tape.isPlainString(at: position), tape.textLength(at: position) > 0 else {
            return nil
        }
        let bucket = Self.bucket(tape.bytes, tape.textRange(at: position))
        for index in starts[bucket]..<starts[bucket + 1] {
            let entry = entries[index]
            if tape.keyMatches(at: position, bytes, from: entry.start, count: entry.count) {
                return entry.number
            }
        }
        return nil
    }

    private static var bucketCount: Int { 64 }

    /// Returns a hash of the length, the first and the last byte.
    private static func bucket(_ bytes: [UInt8], _ range: Range<Int>) -> Int {
        let (first, last) = (bytes[range.lowerBound], bytes[range.upperBound - 1])
        return (range.count &* 5 &+ Int(first) &* 3 &+ Int(last)) & (bucketCount - 1)
    }
}
