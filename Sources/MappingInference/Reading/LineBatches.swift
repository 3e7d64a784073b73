import Payload

/// Reads lines in batches, each of which is parsed as one array.
struct LineBatches {
    private let file: SourceBytes
    private let name: String
    private let limits: ProfileLimits
    /// The bytes of the last line of a chunk, which the next one continues.
    private var rest: [UInt8] = []
    private var line = 1
    private var isAtStart = true
    private var isAtEnd = false

    init(_ file: SourceBytes, name: String, limits: ProfileLimits) {
        self.file = file
        self.name = name
        self.limits = limits
    }

    /// Returns the next lines, or `nil` at the end.
    mutating func next() throws(InferenceError) -> DocumentBatch? {
        while !isAtEnd {
            var chunk = rest
            rest = []
            let more = try file.next()
            isAtEnd = more.isEmpty
            chunk += more
            if isAtStart {
                isAtStart = false
                if chunk.starts(with: [0xEF, 0xBB, 0xBF]) { chunk.removeFirst(3) }
            }
            if !isAtEnd {
                guard let last = chunk.lastIndex(of: Byte.lineFeed) else {
                    try keep(chunk[...])
                    continue
                }
                try keep(chunk[(last + 1)...])
                chunk.removeLast(chunk.count - last - 1)
            }
            let batch = try parse(chunk)
            if batch.tape.count(at: 0) > 0 { return batch }
        }
        return nil
    }

    private mutating func keep(_ bytes: ArraySlice<UInt8>) throws(InferenceError) {
        guard bytes.count <= limits.recordBytes else {
            throw InferenceError(
                .limitExceeded, in: name,
                "expected lines of at most \(limits.recordBytes) bytes, found a longer one at "
                    + "line \(line)", line: line, column: 1)
        }
        rest = Array(bytes)
    }

    /// Parses lines as one array, or one by one if they are not that simple.
    private mutating func parse(_ chunk: [UInt8]) throws(InferenceError) -> DocumentBatch {
        var array = [Byte.openingBracket]
        array.reserveCapacity(chunk.count + 2)
        var ends: [Int] = []
        var starts: [Int] = []
        var start = 0
        var count = 0
        while start < chunk.count {
            let end = chunk[start...].firstIndex(of: Byte.lineFeed) ?? chunk.count
            count += 1
            let text = chunk[start..<end]
            start = end + 1
            guard text.contains(where: { !Byte.isWhiteSpace($0) }) else { continue }
            if array.count > 1 { array.append(Byte.comma) }
            starts.append(count)
            array.append(contentsOf: text)
            ends.append(array.count)
        }
        array.append(Byte.closingBracket)
        defer { line += count }
        // Without trailing commas, so that a line cannot end in the middle of a container.
        if let document = try? PayloadDocument(parsing: array, options: Self.options),
            Self.isOneByOne(document.tape, ends)
        {
            return DocumentBatch(tape: document.tape, form: .lines)
        }
        return try parseOneByOne(array, starts, ends)
    }

    /// One level more than allowed, for the array around the lines.
    private static let options = PayloadOptions(
        replacesLoneSurrogates: true, limits: PayloadLimits(nestingDepth: 513))

    /// Tests whether each line is one element of the array.
    private static func isOneByOne(_ tape: PayloadTape, _ ends: [Int]) -> Bool {
        guard tape.count(at: 0) == ends.count else { return false }
        var position = tape.firstChild(of: 0)
        var start = 0
        for end in ends {
            let next = tape.next(after: position)
            // The last word may be the second one of an empty container, which has no text.
            let isEmpty = next - 2 >= position && tape.isContainer(at: next - 2)
            let last = isEmpty ? next - 2 : next - 1
            let offset =
                isEmpty ? tape.byteOffset(at: last) + 1 : tape.textRange(at: last).upperBound
            guard tape.byteOffset(at: position) >= start, offset <= end else { return false }
            start = end
            position = next
        }
        return true
    }

    /// Parses each line by itself, which tells where one is malformed, and then all of them.
    private func parseOneByOne(
        _ array: [UInt8], _ lines: [Int], _ ends: [Int]
    ) throws(InferenceError) -> DocumentBatch {
        var clean = [Byte.openingBracket]
        var start = 1
        for (number, end) in zip(lines, ends) {
            do throws(PayloadError) {
                let document = try PayloadDocument(
                    parsing: Array(array[start..<end]), options: DocumentReader.options)
                if clean.count > 1 { clean.append(Byte.comma) }
                clean += document.root.jsonBytes()
            } catch {
                throw InferenceError(error, in: name, line: line + number - 1)
            }
            start = end + 1
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
