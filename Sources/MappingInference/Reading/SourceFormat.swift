import Payload

/// The format of a source, found by its content first and by its name second (R1).
enum SourceFormat: String {
    case json, lines, xml, plist, form

    /// Returns the format of a source that begins with some bytes.
    ///
    /// - Parameters:
    ///   - bytes: The first bytes: all, or at least so many that the first line is whole.
    ///   - name: The name of the source.
    /// - Throws: ``InferenceError`` if the bytes are compressed or not text.
    init(of bytes: [UInt8], named name: String) throws(InferenceError) {
        if let problem = Self.problem(bytes) {
            throw InferenceError(.unsupportedFormat, in: name, problem)
        }
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        guard let first = bytes[start...].firstIndex(where: { !Byte.isWhiteSpace($0) }) else {
            throw InferenceError(.empty, in: name, "the file is empty")
        }
        let rest = bytes[first...]
        if rest.starts(with: "bplist".utf8) {
            self = .plist
        } else if rest.first == UInt8(ascii: "<") || Self.isWide(bytes) {
            self = Self.isPropertyList(rest) ? .plist : .xml
        } else if Self.isForm(rest) {
            self = .form
        } else {
            let isNamedLines = [".ndjson", ".jsonl", ".ldjson"].contains {
                name.lowercased().hasSuffix($0)
            }
            self = isNamedLines || Self.hasLines(rest) ? .lines : .json
        }
    }

    /// Returns the reason why bytes are no payload that can be read.
    private static func problem(_ bytes: [UInt8]) -> String? {
        let compressed: [(start: [UInt8], name: String, advice: String)] = [
            ([0x1F, 0x8B], "compressed with gzip", "decompress it first: gunzip"),
            ([0x50, 0x4B, 0x03, 0x04], "a ZIP archive", "unpack it first: unzip"),
            ([0x28, 0xB5, 0x2F, 0xFD], "compressed with zstd", "decompress it first: unzstd"),
            ([0x42, 0x5A, 0x68], "compressed with bzip2", "decompress it first: bunzip2"),
            ([0xFD, 0x37, 0x7A, 0x58, 0x5A], "compressed with xz", "decompress it first: unxz"),
        ]
        return compressed.first { bytes.starts(with: $0.start) }
            .map { "expected a payload, found one \($0.name); \($0.advice)" }
    }

    /// Tests for UTF-16, in which only XML is read.
    private static func isWide(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE])
    }

    private static func isPropertyList(_ bytes: ArraySlice<UInt8>) -> Bool {
        let start = String(decoding: bytes.prefix(1024).filter { $0 != 0 }, as: UTF8.self)
        return start.contains("<plist") || start.contains("<!DOCTYPE plist")
    }

    /// Tests for a key and an equals sign, which no value of JSON begins with.
    private static func isForm(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard let sign = bytes.prefix(4096).firstIndex(of: UInt8(ascii: "=")),
            sign > bytes.startIndex, bytes.first != Byte.openingBracket
        else { return false }
        let others = Array("-._~%[]+*!'()$&".utf8)
        return bytes[..<sign].allSatisfy {
            $0 &- 0x30 < 10 || ($0 | 0x20) &- 0x61 < 26 || others.contains($0)
        }
    }

    /// Tests whether the first line is a whole value, and another one follows.
    private static func hasLines(_ bytes: ArraySlice<UInt8>) -> Bool {
        var depth = 0
        var isInText = false
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let byte = bytes[index]
            if isInText {
                if byte == Byte.backslash { index += 1 }
                if byte == Byte.quotationMark || byte == Byte.lineFeed { isInText = false }
            } else {
                switch byte {
                case Byte.quotationMark: isInText = true
                case Byte.openingBrace, Byte.openingBracket: depth += 1
                case Byte.closingBrace, Byte.closingBracket: depth -= 1
                case Byte.lineFeed:
                    guard depth <= 0 else { return false }
                    return bytes[index...].contains { !Byte.isWhiteSpace($0) }
                default: break
                }
            }
            index += 1
        }
        return false
    }
}
