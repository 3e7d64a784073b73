import Foundation

/// Writes articles as the JSON of a page, with the escape sequences of typical servers.
package struct PageWriter {
    /// The approximate size of an article in bytes.
    private static let articleSize = 800
    /// The number of bytes buffered before they are written to a file.
    private static let chunkSize = 1 << 20

    private var bytes: [UInt8] = []

    /// Returns the page of the given articles.
    static func page(_ articles: some Collection<ArticleRecord>) -> [UInt8] {
        var writer = PageWriter()
        writer.bytes.reserveCapacity(articles.count * articleSize)
        writer.add(#"{"articles":["#)
        for (index, article) in articles.enumerated() {
            if index > 0 { writer.add(",") }
            writer.write(article, index)
        }
        writer.add("]}")
        return writer.bytes
    }

    /// Writes articles as JSON lines to a new file, buffering only a part of them.
    ///
    /// - Returns: The size of the file in bytes.
    package static func writeLines(
        _ articles: some Collection<ArticleRecord>, to path: String
    ) throws -> Int {
        try Data().write(to: URL(fileURLWithPath: path))
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        var writer = PageWriter()
        var size = 0
        for (index, article) in articles.enumerated() {
            writer.write(article, index)
            writer.add("\n")
            guard writer.bytes.count >= chunkSize else { continue }
            size += try writer.empty(into: file)
        }
        size += try writer.empty(into: file)
        try file.close()
        return size
    }

    private mutating func empty(into file: FileHandle) throws -> Int {
        defer { bytes.removeAll(keepingCapacity: true) }
        try file.write(contentsOf: Data(bytes))
        return bytes.count
    }

    private mutating func write(_ article: ArticleRecord, _ index: Int) {
        // One article in seven has unnecessary escape sequences.
        let escapesMore = index % 7 == 3
        add(#"{"id":\#(article.id),"title":"#)
        addText(article.title)
        add(#","body":"#)
        addText(article.body, escapesMore: escapesMore)
        add(#","created_at":"\#(article.createdAt)","updated_at":"\#(article.updatedAt)""#)
        add(#","published":\#(article.isPublished),"rating":\#(article.rating)"#)
        add(#","view_count":\#(article.viewCount),"slug":"\#(article.slug)""#)
        add(#","author":{"id":\#(article.author.id),"name":"#)
        addText(article.author.name)
        add(#","email":"\#(article.author.email)","url":"\#(article.author.url)"}"#)
        add(#","category_id":\#(article.categoryID),"tags":["#)
        for (place, tag) in article.tags.enumerated() {
            add(place > 0 ? "," : "")
            add(#"{"id":\#(tag.id),"name":"\#(tag.name)"}"#)
        }
        add(#"],"comment_ids":[\#(article.commentIDs.map(String.init).joined(separator: ","))]}"#)
    }

    private mutating func add(_ text: String) {
        bytes.append(contentsOf: text.utf8)
    }

    private mutating func addText(_ text: String, escapesMore: Bool = false) {
        add("\"")
        if escapesMore {
            for scalar in text.unicodeScalars {
                switch scalar {
                case "é", "ü", "–", "😀": addEscapes(scalar)
                default: addCharacters(UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
                }
            }
        } else {
            addCharacters(text.utf8)
        }
        add("\"")
    }

    private mutating func addCharacters(_ characters: some Sequence<UInt8>) {
        for byte in characters {
            switch byte {
            case UInt8(ascii: "\""): add("\\\"")
            case UInt8(ascii: "\\"): add("\\\\")
            case UInt8(ascii: "\n"): add("\\n")
            default: bytes.append(byte)
            }
        }
    }

    private mutating func addEscapes(_ scalar: Unicode.Scalar) {
        for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter {
            let digits = String(unit, radix: 16)
            add("\\u" + String(repeating: "0", count: 4 - digits.count) + digits)
        }
    }
}
