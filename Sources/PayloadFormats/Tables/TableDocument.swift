import MercatorPayload

/// A table as an array of objects.
///
/// A column is of numbers or booleans if all of its fields are; a quoted field is a text, unless
/// the whole table is quoted.
struct TableDocument {
    private let source: FormatSource
    private var reader: TableReader
    private var names: [String] = []
    private var cells: [TableReader.Cell] = []
    private var isAllQuoted = true

    init(
        _ bytes: [UInt8], delimiter: Character, options: PayloadOptions
    ) throws {
        source = try FormatSource(bytes, limits: options.limits)
        if String(validating: bytes, as: UTF8.self) == nil,
            let offset = UTF8Check.firstInvalid(in: bytes)
        {
            throw source.fault(.invalidUTF8, at: offset)
        }
        reader = TableReader(source, delimiter: delimiter.asciiValue ?? UInt8(ascii: ","))
        try readNames()
        try readCells()
    }

    private mutating func readNames() throws {
        guard let (header, _) = try reader.next() else {
            throw source.fault(.emptyPayload, at: source.bytes.count)
        }
        var known: Set<String> = []
        for (index, cell) in header.enumerated() {
            let text = reader.text(of: cell)
            let name = text.isEmpty ? "column \(index + 1)" : text
            guard known.insert(name).inserted else {
                throw source.error(
                    .malformed, expected: "distinct names of columns", found: "a second '\(name)'",
                    at: cell.bytes.lowerBound, advice: "rename one of the columns")
            }
            names.append(name)
            isAllQuoted = isAllQuoted && cell.isQuoted
        }
    }

    private mutating func readCells() throws {
        var count = 0
        while let (record, offset) = try reader.next() {
            guard record.count == names.count else {
                throw source.error(
                    .malformed, expected: "\(names.count) fields, as the first line has",
                    found: "\(record.count)", at: offset,
                    advice: "enclose fields with delimiters or line breaks in quotation marks")
            }
            guard count < source.limits.elementsPerContainer else {
                throw source.fault(.tooManyElements, at: offset)
            }
            count += 1
            for cell in record {
                guard cell.bytes.count <= source.limits.stringBytes else {
                    throw source.fault(.stringTooLong, at: cell.bytes.lowerBound)
                }
                isAllQuoted = isAllQuoted && (cell.isQuoted || cell.bytes.isEmpty)
            }
            cells += record
        }
    }

    /// The records as objects by the names of the columns.
    func node() throws(PayloadError) -> PayloadNode {
        guard source.nestingDepth > 1 else { throw source.fault(.nestingTooDeep, at: 0) }
        let kinds = names.indices.map(kind)
        return .array(
            stride(from: 0, to: cells.count, by: names.count).map { first in
                .object(
                    names.indices.map { column in
                        .init(names[column], value(of: cells[first + column], kinds[column]))
                    })
            })
    }

    private enum Kind {
        case text, number, boolean
    }

    /// Returns the kind that all fields of a column have.
    private func kind(of column: Int) -> Kind {
        var found: Kind?
        for index in stride(from: column, to: cells.count, by: names.count) {
            let cell = cells[index]
            guard !cell.bytes.isEmpty else {
                if cell.isQuoted, !isAllQuoted { return .text }
                continue
            }
            let own: Kind =
                cell.isQuoted && !isAllQuoted
                ? .text : isNumber(cell) ? .number : isBoolean(cell) ? .boolean : .text
            guard own != .text, found == nil || found == own else { return .text }
            found = own
        }
        return found ?? .text
    }

    private func isBoolean(_ cell: TableReader.Cell) -> Bool {
        ["true", "false"].contains { source.bytes[cell.bytes].elementsEqual($0.utf8) }
    }

    /// Tests for a JSON number; digits with leading zeros or a plus sign are a code.
    private func isNumber(_ cell: TableReader.Cell) -> Bool {
        guard cell.bytes.count <= min(source.limits.numberBytes, 64),
            let first = source.bytes[cell.bytes].first, isDigit(first) || first == Byte.minus,
            let last = source.bytes[cell.bytes].last, isDigit(last),
            let document = try? PayloadDocument(
                parsing: Array(source.bytes[cell.bytes]), options: PayloadOptions())
        else { return false }
        return document.root.kind == .number
    }

    private func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

    private func value(of cell: TableReader.Cell, _ kind: Kind) -> PayloadNode {
        let text = reader.text(of: cell)
        guard !text.isEmpty else { return cell.isQuoted && !isAllQuoted ? .string("") : .null }
        return switch kind {
        case .text: .string(text)
        case .number: .number(text)
        case .boolean: .boolean(text == "true")
        }
    }
}
