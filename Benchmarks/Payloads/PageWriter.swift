/// Writes articles as the JSON of a page, with escapes as servers write them.
struct PageWriter {
    private(set) var bytes: [UInt8] = []

    /// The page with these articles.
    static func page(_ articles: [ArticleRecord]) -> [UInt8] {
        var writer = PageWriter()
        writer.bytes.reserveCapacity(articles.count * 800)
        writer.add(#"{"articles":["#)
        for (index, article) in articles.enumerated() {
            if index > 0 { writer.add(",") }
            writer.write(article, index)
        }
        writer.add("]}")
        return writer.bytes
    }

    /// The articles as lines of JSON.
    static func lines(_ articles: [ArticleRecord]) -> [UInt8] {
        var writer = PageWriter()
        writer.bytes.reserveCapacity(articles.count * 800)
        for (index, article) in articles.enumerated() {
            writer.write(article, index)
            writer.add("\n")
        }
        return writer.bytes
    }

    private mutating func write(_ article: ArticleRecord, _ index: Int) {
        // One article in seven comes from a server that escapes what it need not.
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
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": add("\\\"")
            case "\\": add("\\\\")
            case "\n": add("\\n")
            case "é", "ü", "–", "😀":
                if escapesMore { addEscapes(scalar) } else { add(String(scalar)) }
            default: add(String(scalar))
            }
        }
        add("\"")
    }

    private mutating func addEscapes(_ scalar: Unicode.Scalar) {
        for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter {
            let digits = String(unit, radix: 16)
            add("\\u" + String(repeating: "0", count: 4 - digits.count) + digits)
        }
    }
}
