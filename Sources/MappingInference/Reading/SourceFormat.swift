import MercatorPayload

/// The format of a source, detected from its content, then from its name (R1).
enum SourceFormat: String {
    case json, lines, xml, plist, form, csv, tsv

    /// Detects the format of a source from its first bytes.
    ///
    /// - Parameters:
    ///   - bytes: The first bytes, including the complete first line.
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
        } else if let table = Self.table(rest, named: name) {
            self = table
        } else if Self.isForm(rest) {
            self = .form
        } else {
            let isNamedLines = [".ndjson", ".jsonl", ".ldjson"].contains {
                name.lowercased().hasSuffix($0)
            }
            self = isNamedLines || Self.hasLines(rest) ? .lines : .json
            if !isNamedLines, !Self.beginsValue(rest) {
                throw InferenceError(
                    .unsupportedFormat, in: name, Self.otherText(rest, named: name))
            }
        }
    }

    /// Returns the reason why bytes cannot be read as a payload.
    private static func problem(_ bytes: [UInt8]) -> String? {
        let compressed: [(start: [UInt8], name: String, advice: String)] = [
            ([0x1F, 0x8B], "compressed with gzip", "decompress it first: gunzip"),
            ([0x50, 0x4B, 0x03, 0x04], "a ZIP archive", "unpack it first: unzip"),
            ([0x28, 0xB5, 0x2F, 0xFD], "compressed with zstd", "decompress it first: unzstd"),
            ([0x42, 0x5A, 0x68], "compressed with bzip2", "decompress it first: bunzip2"),
            ([0xFD, 0x37, 0x7A, 0x58, 0x5A], "compressed with xz", "decompress it first: unxz"),
        ]
        if let found = compressed.first(where: { bytes.starts(with: $0.start) }) {
            return "expected a payload, found one \(found.name); \(found.advice)"
        }
        if bytes.starts(with: "SQLite format 3".utf8) {
            return "expected a payload, found an SQLite database; look at a store with: "
                + "mercator schema"
        }
        let isMarkup = bytes.prefix(4).contains(UInt8(ascii: "<"))
        guard isWide(bytes) || bytes.prefix(2).contains(0), !isMarkup else { return nil }
        return "expected UTF-8, found UTF-16 or binary data; convert text first: "
            + "iconv -f UTF-16 -t UTF-8"
    }

    /// Tests for the first byte of a JSON value.
    private static func beginsValue(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard let first = bytes.first else { return false }
        return "{[\"-0123456789".utf8.contains(first)
            || ["true", "false", "null"].contains { bytes.starts(with: $0.utf8) }
    }

    /// Returns a message for an unsupported format, chosen by the source's name.
    private static func otherText(_ bytes: ArraySlice<UInt8>, named name: String) -> String {
        let known: [(endings: [String], format: String, advice: String)] = [
            ([".yaml", ".yml"], "YAML", "convert it first: yq -o json"),
            ([".toml"], "TOML", "convert it first: yq -p toml -o json"),
        ]
        let found = known.first { $0.endings.contains(where: name.lowercased().hasSuffix) }
        let isText = !bytes.prefix(1024).contains { $0 < 0x20 && !(0x08...0x0D).contains($0) }
        return "expected JSON, lines of JSON, XML, a property list or a form, found "
            + (found.map { "\($0.format); \($0.advice)" }
                ?? (isText ? "other text" : "binary data"))
    }

    /// Returns the table format, by file extension or by equal field counts in two lines.
    private static func table(_ bytes: ArraySlice<UInt8>, named name: String) -> SourceFormat? {
        let name = name.lowercased()
        if name.hasSuffix(".csv") { return .csv }
        if name.hasSuffix(".tsv") || name.hasSuffix(".tab") { return .tsv }
        guard let first = bytes.first, !"{[<".utf8.contains(first) else { return nil }
        let lines = bytes.split(separator: Byte.lineFeed, maxSplits: 2).prefix(2)
        guard lines.count == 2 else { return nil }
        return [(Byte.comma, csv), (UInt8(ascii: "\t"), tsv)].first { delimiter, _ in
            let counts = lines.map { fields(in: $0, delimiter) }
            return counts[0] > 1 && counts[0] == counts[1]
        }?.1
    }

    /// Returns the number of fields in a line, ignoring quoted delimiters.
    private static func fields(in line: ArraySlice<UInt8>, _ delimiter: UInt8) -> Int {
        var isQuoted = false
        return line.reduce(1) { count, byte in
            if byte == Byte.quotationMark { isQuoted.toggle() }
            return byte == delimiter && !isQuoted ? count + 1 : count
        }
    }

    /// Tests for UTF-16, which is supported in XML only.
    private static func isWide(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE])
    }

    private static func isPropertyList(_ bytes: ArraySlice<UInt8>) -> Bool {
        let start = String(decoding: bytes.prefix(1024).filter { $0 != 0 }, as: UTF8.self)
        return start.contains("<plist") || start.contains("<!DOCTYPE plist")
    }

    /// Tests for a key and an equals sign, which begin no JSON value.
    private static func isForm(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard let sign = bytes.prefix(4096).firstIndex(of: UInt8(ascii: "=")),
            sign > bytes.startIndex, bytes.first != Byte.openingBracket
        else { return false }
        let others = Array("-._~%[]+*!'()$&".utf8)
        return bytes[..<sign].allSatisfy {
            $0 &- 0x30 < 10 || ($0 | 0x20) &- 0x61 < 26 || others.contains($0)
        }
    }

    /// Tests whether the first line is a complete value and a second line follows.
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
