/// A few bytes of the payload around a fault, with the place marked.
///
/// An excerpt shows payload values, so it is no part of an error's description: print it where
/// that is allowed. It takes at most 40 bytes of the payload, all from one line; control
/// characters and broken UTF-8 show as `�`.
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
    /// A part of one line of the payload.
    public let text: String
    /// How many Unicode scalars of the text come before the fault.
    public let caret: Int

    /// The most bytes that are shown before the fault, and from the fault on.
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
    /// The text, and below it a caret at the fault.
    public var description: String {
        text + "\n" + String(repeating: " ", count: caret) + "^"
    }
}
