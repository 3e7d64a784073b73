import MercatorPayload

/// Accumulates the text of an element.
struct XMLTextBuffer {
    private var bytes: [UInt8] = []
    /// The range that extends from the first verbatim part to the last.
    private var verbatim: Range<Int>?

    /// Appends a part, or throws if the text becomes too long.
    mutating func append(_ text: XMLText, in source: FormatSource) throws(PayloadError) {
        let start = bytes.count
        bytes += text.bytes
        guard bytes.count <= source.limits.stringBytes else {
            throw source.fault(.stringTooLong, at: text.offset)
        }
        if text.isVerbatim {
            verbatim = (verbatim?.lowerBound ?? start)..<bytes.count
        }
    }

    /// The text without insignificant white space at its ends, or `nil` if nothing remains.
    var trimmed: String? {
        var (start, end) = (0, bytes.count)
        let (firstKept, lastKept) = (verbatim?.lowerBound ?? end, verbatim?.upperBound ?? 0)
        while start < firstKept, XMLReader.isWhiteSpace(bytes[start]) { start += 1 }
        while end > max(start, lastKept), XMLReader.isWhiteSpace(bytes[end - 1]) { end -= 1 }
        guard start < end || verbatim != nil else { return nil }
        return String(decoding: bytes[start..<end], as: UTF8.self)
    }
}
