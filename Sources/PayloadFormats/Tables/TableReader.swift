import MercatorPayload

/// Reads the records of a table: fields between commas or tabs, which quotation marks may enclose.
///
/// Source: RFC 4180; line feeds alone end a record as well.
struct TableReader {
    /// A field: the bytes between its quotation marks, if it has them.
    struct Cell {
        let bytes: Range<Int>
        let isQuoted: Bool
        /// Indicates whether there are doubled quotation marks in it.
        let hasMarks: Bool
    }

    private static let mark = UInt8(ascii: "\"")
    private let source: FormatSource
    private let delimiter: UInt8
    private var position: Int

    init(_ source: FormatSource, delimiter: UInt8) {
        (self.source, self.delimiter) = (source, delimiter)
        position = source.has("\u{FEFF}", at: 0) ? 3 : 0
    }

    /// Returns the next record and its offset, without blank lines; `nil` at the end.
    ///
    /// - Throws: `PayloadFormatError` or `PayloadError` at the byte that is not expected.
    mutating func next() throws -> (cells: [Cell], offset: Int)? {
        while position < source.bytes.count {
            let start = position
            var cells: [Cell] = []
            repeat { cells.append(try cell()) } while takeDelimiter()
            try endRecord()
            if cells.count > 1 || cells[0].isQuoted || !cells[0].bytes.isEmpty {
                return (cells, start)
            }
        }
        return nil
    }

    private mutating func takeDelimiter() -> Bool {
        guard source.byte(at: position) == delimiter else { return false }
        position += 1
        return true
    }

    private mutating func endRecord() throws {
        if source.has("\r\n", at: position) {
            position += 2
        } else if source.byte(at: position) == UInt8(ascii: "\n") {
            position += 1
        } else if position < source.bytes.count {
            throw source.malformed(
                "a delimiter or the end of the line behind the quotation mark", at: position,
                advice: "double a quotation mark that is part of the field")
        }
    }

    private mutating func cell() throws -> Cell {
        guard source.byte(at: position) == Self.mark else {
            let start = position
            while let byte = source.byte(at: position), byte != delimiter, byte != 0x0A,
                !source.isLineEnd(at: position)
            { position += 1 }
            return Cell(bytes: start..<position, isQuoted: false, hasMarks: false)
        }
        let start = position + 1
        position = start
        var hasMarks = false
        while let byte = source.byte(at: position) {
            position += 1
            guard byte == Self.mark else { continue }
            guard source.byte(at: position) == Self.mark else {
                return Cell(bytes: start..<position - 1, isQuoted: true, hasMarks: hasMarks)
            }
            hasMarks = true
            position += 1
        }
        throw source.fault(.unexpectedEnd, at: source.bytes.count)
    }

    /// Returns the text of a field.
    func text(of cell: Cell) -> String {
        let text = String(decoding: source.bytes[cell.bytes], as: UTF8.self)
        return cell.hasMarks ? text.replacing("\"\"", with: "\"") : text
    }
}

extension FormatSource {
    /// Tests for a carriage return that is followed by a line feed.
    fileprivate func isLineEnd(at offset: Int) -> Bool {
        bytes[offset] == 0x0D && byte(at: offset + 1) == 0x0A
    }
}
