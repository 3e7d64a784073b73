/// A page as rows, with each value in the form in which it is bound.
///
/// Authors and tags are distinct, dates and lists are converted to text: only writing remains.
struct RawRows {
    struct Article {
        let record: ArticleRecord
        let createdAt: String
        let updatedAt: String
        let commentIDs: String

        init(_ record: ArticleRecord) {
            self.record = record
            createdAt = RawRows.sortable(record.createdAt)
            updatedAt = RawRows.sortable(record.updatedAt)
            commentIDs = "[\(record.commentIDs.map(String.init).joined(separator: ","))]"
        }
    }

    let articles: [Article]
    let authors: [AuthorRecord]
    let tags: [TagRecord]

    init(_ page: Page) {
        var authors = Distinct<AuthorRecord>()
        var tags = Distinct<TagRecord>()
        var articles: [Article] = []
        articles.reserveCapacity(page.count)
        for record in page.articles {
            authors.add(record.author, record.author.id)
            for tag in record.tags { tags.add(tag, tag.id) }
            articles.append(Article(record))
        }
        self.authors = authors.elements
        self.tags = tags.elements
        self.articles = articles
    }

    /// Returns a date such as `2024-06-13 09:20:04`, without the letters.
    static func sortable(_ date: String) -> String {
        "\(date.prefix(10)) \(date.dropFirst(11).dropLast())"
    }
}

/// Distinct elements in the order of their first occurrence.
private struct Distinct<Element> {
    private(set) var elements: [Element] = []
    private var known: Set<Int64> = []

    mutating func add(_ element: Element, _ key: Int64) {
        if known.insert(key).inserted { elements.append(element) }
    }
}
