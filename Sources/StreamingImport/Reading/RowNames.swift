package import MercatorPayload

/// The columns of a source whose records are rows: arrays of values in the order of the columns.
struct RowNames: Sendable {
    /// The names of the columns.
    let columns: [String]
    /// The bytes of the header, which is no record; `nil` if the source has none.
    let header: [UInt8]?

    /// The maximum number of bytes to search for a header.
    private static let longestHeader = 1 << 20

    /// Finds the columns of a file: the names in its first row, or else the given names.
    ///
    /// - Parameters:
    ///   - columns: The columns of earlier sources.
    ///   - file: The file.
    ///   - isLines: Whether each line is a row; otherwise, the rows are in an array.
    /// - Throws: ``ImportError`` if the file cannot be read.
    init(_ columns: [String], of file: SourceFile, isLines: Bool) throws(ImportError) {
        let start = try file.bytes(at: 0, count: Self.longestHeader)
        guard let row = Self.firstRow(start, isLines: isLines),
            let document = try? PayloadDocument(parsing: Array(row)),
            let names = document.root.columnNames(like: columns)
        else {
            self.columns = columns
            header = nil
            return
        }
        self.columns = names
        header = Array(row)
    }

    /// Returns the bytes of the first row, or `nil`.
    private static func firstRow(_ bytes: [UInt8], isLines: Bool) -> ArraySlice<UInt8>? {
        var rest = bytes[...]
        if rest.starts(with: Byte.byteOrderMark) { rest = rest.dropFirst(3) }
        rest = rest.drop(while: Byte.isWhiteSpace)
        if !isLines {
            guard rest.popFirst() == Byte.openingBracket else { return nil }
            rest = rest.drop(while: Byte.isWhiteSpace)
        }
        guard rest.first == Byte.openingBracket else { return nil }
        let row = Array(rest)
        return endOfRow(row).map { row[..<$0] }
    }

    /// Returns the offset after the closing bracket of a row.
    private static func endOfRow(_ bytes: [UInt8]) -> Int? {
        ByteScanner.scan(bytes) { window in
            var scanner = ValueScanner()
            var offset = 1
            while offset < window.count {
                offset = scanner.scan(window, from: offset)
                guard offset < window.count else { break }
                if window.byte(at: offset) == Byte.closingBracket { return offset + 1 }
                offset += 1
            }
            return nil
        }
    }
}

extension PayloadDocument {
    /// Returns the document with its rows as objects, without the header if it begins with one.
    ///
    /// - Parameter columns: The names of the columns; a header, which has at least half of them,
    ///   takes precedence.
    /// - Returns: The document; the same one if it is no array.
    /// - Complexity: O(bytes).
    package func namingRows(like columns: [String]) -> PayloadDocument {
        let header = root[0]?.columnNames(like: columns)
        return namingRows(by: header ?? columns, dropping: header == nil ? 0 : 1)
    }
}

extension PayloadValue {
    /// The names in a header: distinct texts, among them at least half of the columns of earlier
    /// sources; `nil` for other rows.
    fileprivate func columnNames(like columns: [String]) -> [String]? {
        guard kind == .array else { return nil }
        let names = elements.compactMap(\.string)
        let distinct = Set(names)
        guard names.count == count, distinct.count == count, !distinct.contains(""),
            2 * distinct.intersection(columns).count >= columns.count
        else { return nil }
        return names
    }
}
