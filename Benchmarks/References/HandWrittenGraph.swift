#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A hand-written graph: one instance per identity, inverses maintained, dates as `Date`.
struct HandWrittenGraph {
    final class Article {
        let id: Int64
        var title = ""
        var body = ""
        var createdAt = Date.distantPast
        var updatedAt = Date.distantPast
        var isPublished = false
        var rating = 0.0
        var viewCount: Int64 = 0
        var slug = ""
        var categoryID: Int64 = 0
        var commentIDs: [Int64] = []
        // Authors retain their articles, so the other direction must not.
        unowned var author: Author?
        var tags: [Tag] = []

        init(id: Int64) { self.id = id }
    }

    final class Author {
        let id: Int64
        var name = ""
        var email = ""
        var url = ""
        var articles: [Article] = []

        init(id: Int64) { self.id = id }
    }

    final class Tag {
        let id: Int64
        var name = ""

        init(id: Int64) { self.id = id }
    }

    private(set) var articles: [Int64: Article] = [:]
    private(set) var authors: [Int64: Author] = [:]
    private(set) var tags: [Int64: Tag] = [:]

    /// Creates a graph from decoded structs.
    init(_ page: PageRecord) throws {
        articles.reserveCapacity(page.articles.count)
        for record in page.articles { try apply(record) }
    }

    private mutating func apply(_ record: ArticleRecord) throws {
        let article = articles[record.id] ?? Article(id: record.id)
        articles[record.id] = article
        article.title = record.title
        article.body = record.body
        article.createdAt = try FixedDate.date(record.createdAt)
        article.updatedAt = try FixedDate.date(record.updatedAt)
        article.isPublished = record.isPublished
        article.rating = record.rating
        article.viewCount = record.viewCount
        article.slug = record.slug
        article.categoryID = record.categoryID
        article.commentIDs = record.commentIDs
        let author = author(record.author)
        if article.author !== author {
            article.author = author
            author.articles.append(article)
        }
        article.tags = record.tags.map { tag($0) }
    }

    private mutating func author(_ record: AuthorRecord) -> Author {
        let author = authors[record.id] ?? Author(id: record.id)
        authors[record.id] = author
        if author.name != record.name { author.name = record.name }
        if author.email != record.email { author.email = record.email }
        if author.url != record.url { author.url = record.url }
        return author
    }

    private mutating func tag(_ record: TagRecord) -> Tag {
        let tag = tags[record.id] ?? Tag(id: record.id)
        tags[record.id] = tag
        if tag.name != record.name { tag.name = record.name }
        return tag
    }
}
