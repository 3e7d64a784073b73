/// A short part of the payload around a fault, with the fault marked.
///
/// An excerpt shows payload values and is therefore not part of an error's description: print it
/// only where that is acceptable. It covers at most 40 bytes of a single line; control characters
/// and malformed UTF-8 appear as `�`.
///
///
/// ```swift
/// do {
///     _ = try PayloadDocument(parsing: "[1 2]")
/// } catch {
///     print(error.excerpt)
///     // [1 2]
///     //    ^
/// }
/// ```
public struct PayloadExcerpt: Sendable, Hashable {
    /// A part of a single line of the payload.
    public let text: String
    /// The number of Unicode scalars in ``text`` before the fault.
    public let caret: Int

    /// The maximum number of bytes shown on either side of the fault.
    private static let reach = 20

    init(around offset: Int, in bytes: [UInt8]) {
        let middle = min(max(offset, 0), bytes.count)
        let line = PayloadLocation.startOfLine(at: middle, in: bytes).start
        let breaks: Set<UInt8> = [UInt8(ascii: "\n"), UInt8(ascii: "\r")]
        var start = max(line, middle - PayloadExcerpt.reach)
        while start < middle, start > line, bytes[start] & 0xC0 == 0x80 { start += 1 }
        var end = min(bytes.count, middle + PayloadExcerpt.reach)
        end = bytes[middle..<end].firstIndex(where: breaks.contains) ?? end
        while end > middle, end < bytes.count, bytes[end] & 0xC0 == 0x80 { end -= 1 }
        let before = PayloadExcerpt.printable(bytes[start..<middle])
        text = before + PayloadExcerpt.printable(bytes[middle..<end])
        caret = before.unicodeScalars.count
    }

    private static func printable(_ bytes: ArraySlice<UInt8>) -> String {
        var text = String.UnicodeScalarView()
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
            let isControl = scalar.properties.generalCategory == .control
            text.append(isControl ? "\u{FFFD}" : scalar)
        }
        return String(text)
    }
}

extension PayloadExcerpt: CustomStringConvertible {
    /// The text, with a caret below it at the fault.
    public var description: String {
        text + "\n" + String(repeating: " ", count: caret) + "^"
    }
}
