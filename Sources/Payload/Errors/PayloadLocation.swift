/// A place in a payload, as people count it.
///
/// Lines end with a line feed, a carriage return, or both. Columns count Unicode scalars. Both
/// begin with 1. A byte order mark is not counted.
///
/// ```swift
/// try PayloadDocument(parsing: "[1,\n 2]").location(ofByte: 5)  // line 2, column 2 (byte 5)
/// ```
public struct PayloadLocation: Sendable, Hashable {
    /// How many bytes come before the place.
    public let byteOffset: Int
    /// The line, beginning with 1.
    public let line: Int
    /// The Unicode scalar in its line, beginning with 1.
    public let column: Int

    init(ofByte offset: Int, in bytes: [UInt8]) {
        let end = min(max(offset, 0), bytes.count)
        let (start, breaks) = PayloadLocation.startOfLine(at: end, in: bytes)
        byteOffset = end
        line = breaks + 1
        column = 1 + bytes[start..<end].count(where: { $0 & 0xC0 != 0x80 })
    }

    /// Where the line of a byte begins, and how many lines come before it.
    static func startOfLine(at end: Int, in bytes: [UInt8]) -> (start: Int, breaks: Int) {
        let feed = UInt8(ascii: "\n")
        let carriageReturn = UInt8(ascii: "\r")
        var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? min(3, end) : 0
        var breaks = 0
        for index in start..<end {
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
    /// The place in words, such as `line 2, column 2 (byte 5)`.
    public var description: String { "line \(line), column \(column) (byte \(byteOffset))" }
}
