import MercatorPayload

/// Reads lines in batches, each parsed as one array.
struct LineBatches {
    private let file: SourceBytes
    private let name: String
    private let limits: ProfileLimits
    /// The opening bracket of the next array, and the incomplete last line of the previous chunk.
    private var pending = [Byte.openingBracket]
    private var line = 1
    /// The malformed lines, which are skipped.
    private(set) var malformed = MalformedLines()
    private var isAtStart = true
    private var isAtEnd = false

    /// A line that is not blank.
    private struct Line {
        let number: Int
        /// The byte range in the array.
        let bytes: Range<Int>
    }

    init(_ file: SourceBytes, name: String, limits: ProfileLimits) {
        self.file = file
        self.name = name
        self.limits = limits
    }

    /// Returns the next lines, or `nil` at the end.
    mutating func next() throws(InferenceError) -> DocumentBatch? {
        while !isAtEnd {
            var array = pending
            pending = [Byte.openingBracket]
            let more = try file.next()
            isAtEnd = more.isEmpty
            array.reserveCapacity(array.count + more.count + 1)
            array += more
            if isAtStart {
                isAtStart = false
                let isMarked = array.dropFirst().starts(with: [0xEF, 0xBB, 0xBF])
                if isMarked { array.removeSubrange(1..<4) }
            }
            if !isAtEnd {
                guard let last = array.lastIndex(of: Byte.lineFeed) else {
                    try keep(array[1...])
                    continue
                }
                try keep(array[(last + 1)...])
                array.removeLast(array.count - last - 1)
            }
            let batch = try parse(&array)
            if batch.tape.count(at: 0) > 0 { return batch }
        }
        try malformed.requireFew()
        return nil
    }

    private mutating func keep(_ bytes: ArraySlice<UInt8>) throws(InferenceError) {
        guard bytes.count <= limits.recordBytes else {
            throw InferenceError(
                .limitExceeded, in: name,
                "expected lines of at most \(limits.recordBytes) bytes, found a longer one at "
                    + "line \(line)", line: line, column: 1)
        }
        pending += bytes
    }

    /// Parses lines as one array, or one by one if that fails.
    private mutating func parse(_ array: inout [UInt8]) throws(InferenceError) -> DocumentBatch {
        let (lines, count) = lines(in: array)
        malformed.lines += lines.count
        // Line feeds before lines become commas; blank lines remain as white space.
        for line in lines.dropFirst() { array[line.bytes.lowerBound - 1] = Byte.comma }
        array.append(Byte.closingBracket)
        defer { line += count }
        // Trailing commas are rejected, so that a line cannot end inside a container.
        if let document = try? PayloadDocument(parsing: array, options: Self.options),
            Self.isOneByOne(document.tape, lines)
        {
            return DocumentBatch(tape: document.tape, form: .lines)
        }
        return try parseOneByOne(array, lines)
    }

    /// Returns the lines that are not blank, and the total number of lines.
    private func lines(in array: [UInt8]) -> (lines: [Line], count: Int) {
        var lines: [Line] = []
        var count = 0
        ByteScanner.scan(array) { scanner in
            var start = 1
            while start < scanner.count {
                let end = scanner.firstOffset(of: Byte.lineFeed, from: start)
                count += 1
                if (start..<end).contains(where: { !Byte.isWhiteSpace(scanner.byte(at: $0)) }) {
                    lines.append(Line(number: line + count - 1, bytes: start..<end))
                }
                start = end + 1
            }
        }
        return (lines, count)
    }

    /// The enclosing array needs one more level.
    private static let options = PayloadOptions(
        replacesLoneSurrogates: true, limits: PayloadLimits(nestingDepth: 513))

    /// Tests whether each line is exactly one element of the array.
    private static func isOneByOne(_ tape: PayloadTape, _ lines: [Line]) -> Bool {
        guard tape.count(at: 0) == lines.count else { return false }
        var position = tape.firstChild(of: 0)
        for line in lines {
            let next = tape.next(after: position)
            // The last word may close an empty container, and then has no text.
            let isEmpty = next - 2 >= position && tape.isContainer(at: next - 2)
            let last = isEmpty ? next - 2 : next - 1
            let offset =
                isEmpty ? tape.byteOffset(at: last) + 1 : tape.textRange(at: last).upperBound
            guard tape.byteOffset(at: position) >= line.bytes.lowerBound,
                offset <= line.bytes.upperBound
            else { return false }
            position = next
        }
        return true
    }

    /// Parses each line separately to find malformed ones, then the valid ones together.
    private mutating func parseOneByOne(
        _ array: [UInt8], _ lines: [Line]
    ) throws(InferenceError) -> DocumentBatch {
        var clean = [Byte.openingBracket]
        for line in lines {
            do throws(PayloadError) {
                let document = try PayloadDocument(
                    parsing: Array(array[line.bytes]), options: DocumentReader.options)
                if clean.count > 1 { clean.append(Byte.comma) }
                clean += document.root.jsonBytes()
            } catch {
                try malformed.add(InferenceError(error, in: name, line: line.number))
            }
        }
        clean.append(Byte.closingBracket)
        do throws(PayloadError) {
            let document = try PayloadDocument(parsing: clean, options: Self.options)
            return DocumentBatch(tape: document.tape, form: .lines)
        } catch {
            throw InferenceError(error, in: name, line: line)
        }
    }
}

/// The malformed lines of a source.
struct MalformedLines {
    /// The number of lines that are not blank.
    var lines = 0
    private var count = 0
    private var first: InferenceError?

    /// Adds a malformed line.
    ///
    /// - Throws: The error itself, if the line exceeds a limit.
    mutating func add(_ error: InferenceError) throws(InferenceError) {
        guard error.code == .malformed else { throw error }
        count += 1
        first = first ?? error
    }

    /// Throws the first error if half of the lines are malformed, since the format is wrong then.
    func requireFew() throws(InferenceError) {
        if let first, 2 * count >= lines { throw first }
    }

    /// A summary of the malformed lines; `nil` if there are none.
    var text: String? {
        first.map { "\(count) \(count == 1 ? "line" : "lines") passed over, the first: \($0)" }
    }
}
