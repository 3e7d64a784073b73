/// The rows of a page with numbers, in the order of their insertion.
struct NumberedRows {
    struct Article {
        let number: Int64
        let values: RawRows.Article
        let author: Int64
    }

    struct Link {
        let source: Int64
        let destination: Int64
        let position: Int64
    }

    let authors: [(number: Int64, record: AuthorRecord)]
    let tags: [(number: Int64, record: TagRecord)]
    let articles: [Article]
    /// The links, by source and destination.
    let links: [Link]

    init(_ rows: RawRows) {
        authors = rows.authors.enumerated().map { (Int64($0 + 1), $1) }
        tags = rows.tags.enumerated().map { (Int64($0 + 1), $1) }
        let authorNumbers = Dictionary(uniqueKeysWithValues: authors.map { ($1.id, $0) })
        let tagNumbers = Dictionary(uniqueKeysWithValues: tags.map { ($1.id, $0) })
        articles = rows.articles.enumerated().map { place, article in
            Article(
                number: Int64(place + 1), values: article,
                author: authorNumbers[article.record.author.id] ?? 0)
        }
        links = articles.flatMap { article in
            article.values.record.tags.enumerated().map { position, tag in
                Link(
                    source: article.number, destination: tagNumbers[tag.id] ?? 0,
                    position: Int64(position))
            }
            .sorted { $0.destination < $1.destination }
        }
    }
}
