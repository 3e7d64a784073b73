/// A human-readable position in a payload.
///
/// Lines end with a line feed, a carriage return, or both. Columns count Unicode scalars. Lines and
/// columns are one-based; a leading byte order mark is not counted.
///
/// ```swift
/// try PayloadDocument(parsing: "[1,\n 2]").location(ofByte: 5)  // line 2, column 2 (byte 5)
/// ```
public struct PayloadLocation: Sendable, Hashable {
    /// The number of bytes before the position.
    public let byteOffset: Int
    /// The one-based line.
    public let line: Int
    /// The one-based column, in Unicode scalars.
    public let column: Int
}

extension PayloadLocation {
    init(ofByte offset: Int, in bytes: [UInt8]) {
        let end = min(max(offset, 0), bytes.count)
        let (start, breaks) = PayloadLocation.startOfLine(at: end, in: bytes)
        self.init(
            byteOffset: end, line: breaks + 1,
            column: 1 + bytes[start..<end].count(where: { $0 & 0xC0 != 0x80 }))
    }

    /// Returns the locations of ascending byte offsets.
    ///
    /// Each count continues from the previous location.
    static func locations(ofBytes offsets: [Int], in bytes: [UInt8]) -> [PayloadLocation] {
        var locations: [PayloadLocation] = []
        var last = (start: 0, breaks: 0)
        for offset in offsets {
            let end = min(max(offset, 0), bytes.count)
            // Up to byte 3 the previous location may lie inside a byte order mark, which
            // is not counted.
            guard let known = locations.last, known.byteOffset >= 3 else {
                last = startOfLine(at: end, in: bytes)
                locations.append(PayloadLocation(ofByte: end, in: bytes))
                continue
            }
            let line = startOfLine(at: end, in: bytes, countedTo: known.byteOffset, last)
            let isSameLine = line.breaks == last.breaks
            let counted = bytes[(isSameLine ? known.byteOffset : line.start)..<end]
            locations.append(
                PayloadLocation(
                    byteOffset: end, line: line.breaks + 1,
                    column: (isSameLine ? known.column : 1)
                        + counted.count(where: { $0 & 0xC0 != 0x80 })))
            last = line
        }
        return locations
    }

    /// Returns the offset of the start of a byte's line, and the number of lines before it.
    static func startOfLine(at end: Int, in bytes: [UInt8]) -> (start: Int, breaks: Int) {
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? min(3, end) : 0
        return startOfLine(at: end, in: bytes, countedTo: start, (start, 0))
    }

    private static func startOfLine(
        at end: Int, in bytes: [UInt8], countedTo first: Int, _ line: (start: Int, breaks: Int)
    ) -> (start: Int, breaks: Int) {
        let feed = UInt8(ascii: "\n")
        let carriageReturn = UInt8(ascii: "\r")
        var (start, breaks) = line
        for index in first..<end {
            let byte = bytes[index]
            guard byte == feed || byte == carriageReturn else { continue }
            let isFirstOfTwo =
                byte == carriageReturn && index + 1 < bytes.count && bytes[index + 1] == feed
            if !isFirstOfTwo {
                breaks += 1
                start = index + 1
            }
        }
        return (start, breaks)
    }
}

extension PayloadLocation: CustomStringConvertible {
    /// The position in words, such as `line 2, column 2 (byte 5)`.
    public var description: String { "line \(line), column \(column) (byte \(byteOffset))" }
}
