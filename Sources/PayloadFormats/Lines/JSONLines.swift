import MercatorPayload

/// Conversion between JSON lines and an array.
enum JSONLines {
    /// Validates each line separately, then parses all of them as one array.
    ///
    /// Line breaks are retained and commas are inserted before them, so that values keep their line
    /// and column; only in the first line are columns shifted by the opening bracket.
    static func document(from bytes: [UInt8], options: PayloadOptions) throws -> PayloadDocument {
        let source = try FormatSource(bytes, limits: options.limits)
        guard options.limits.nestingDepth > 0 else { throw source.fault(.nestingTooDeep, at: 0) }
        var lineOptions = options
        lineOptions.limits.nestingDepth -= 1
        var array = [UInt8(ascii: "[")]
        array.reserveCapacity(bytes.count + 2)
        var start = source.has("\u{FEFF}", at: 0) ? 3 : 0
        var count = 0
        var endOfLast = 0
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
            if bytes[start..<end].contains(where: { !isWhiteSpace($0) }) {
                guard count < options.limits.elementsPerContainer else {
                    throw source.fault(.tooManyElements, at: start)
                }
                try check(start..<end, of: source, options: lineOptions)
                if count > 0 { array.insert(UInt8(ascii: ","), at: endOfLast) }
                array += bytes[start..<end]
                // A comma between the two bytes of a CRLF would turn it into two line breaks.
                endOfLast = array.count - (array.last == 0x0D ? 1 : 0)
                count += 1
            }
            if end < bytes.count { array.append(UInt8(ascii: "\n")) }
            start = end + 1
        }
        array.append(UInt8(ascii: "]"))
        // Brackets and commas are not part of the payload and do not count towards its size.
        var arrayOptions = options
        arrayOptions.limits.payloadBytes = .max
        return try PayloadDocument(parsing: array, options: arrayOptions)
    }

    private static func check(
        _ line: Range<Int>, of source: FormatSource, options: PayloadOptions
    ) throws(PayloadError) {
        // A byte order mark is valid at the beginning of a payload, but not of a line.
        guard !source.has("\u{FEFF}", at: line.lowerBound) else {
            throw source.fault(.expectedValue, at: line.lowerBound)
        }
        do {
            _ = try PayloadDocument(parsing: source.bytes[line], options: options)
        } catch {
            throw source.fault(error.code, at: line.lowerBound + error.byteOffset)
        }
    }

    private static func isWhiteSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0D
    }

    /// Writes each element of an array as a line.
    static func bytes(of root: PayloadValue) throws(PayloadFormatError) -> [UInt8] {
        guard root.kind == .array else {
            throw PayloadFormatError(
                .unwritableValue, expected: "an array as the root of lines", found: "\(root.kind)",
                advice: "put the value into an array")
        }
        return root.elements.flatMap { $0.jsonBytes() + [UInt8(ascii: "\n")] }
    }
}
