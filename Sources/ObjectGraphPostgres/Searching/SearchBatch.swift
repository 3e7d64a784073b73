import ObjectGraph
import ObjectGraphSQL

/// Rows that are indexed together.
struct SearchBatch: Sendable {
    let index: SearchIndex
    /// The rows with their words, by number.
    let rows: [IndexedRow]
    /// The numbers of rows that were deleted.
    let gone: [Int64]

    /// The greatest number of bytes of the words that one statement has, unless it has one row.
    private static let statementSize = 300_000

    /// The greatest number of bytes of a text's different words; a vector has one megabyte.
    private static let vectorSize = 900_000

    /// The numbers of all rows.
    var numbers: [Int64] { gone + rows.map(\.number) }

    /// The numbers of rows with more words than a vector has room for.
    var large: [Int64] { rows.filter { $0.vectorSize > Self.vectorSize }.map(\.number) }

    /// The numbers of rows that are not in the index.
    var removed: [Int64] { gone + rows.filter { !isIndexed($0) }.map(\.number) }

    /// The rows that are in the index, in parts for one statement each.
    var indexed: [ArraySlice<IndexedRow>] {
        let rows = rows.filter(isIndexed)
        var parts: [ArraySlice<IndexedRow>] = []
        var (start, size) = (0, 0)
        for (position, row) in rows.enumerated() {
            if position > start, size + row.size > Self.statementSize {
                parts.append(rows[start..<position])
                (start, size) = (position, 0)
            }
            size += row.size
        }
        return start < rows.count ? parts + [rows[start...]] : parts
    }

    private func isIndexed(_ row: IndexedRow) -> Bool {
        row.hasWords && row.vectorSize <= Self.vectorSize
    }
}

/// A row with the words of its texts.
struct IndexedRow: Sendable {
    let number: Int64
    /// The words, separated by spaces; `nil` for missing texts.
    let words: [[UInt8]?]

    /// The number of bytes of all words.
    var size: Int { words.reduce(0) { $0 + ($1?.count ?? 0) } }

    var hasWords: Bool { words.contains { $0 != nil } }

    /// The greatest number of bytes of the different words of a text.
    var vectorSize: Int {
        words.map { words in
            guard let words, words.count > 100_000 else { return words?.count ?? 0 }
            return Set(words.split(separator: UInt8(ascii: " "))).reduce(0) { $0 + $1.count + 8 }
        }.max() ?? 0
    }

    /// Returns the words of a text as the index has them; null for a missing text.
    func indexedWords(_ column: Int) -> Value {
        words[column].map { .string(" \(String(decoding: $0, as: UTF8.self)) ") } ?? .null
    }

    /// Returns the words of a text as the index has them; null for a missing text.
    static func words(of text: Value?) -> Value? {
        guard case .string(let text) = text else { return text }
        return IndexedRow(number: 0, words: [SearchTokenizer.normalized(text)]).indexedWords(0)
    }
}
