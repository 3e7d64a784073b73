#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// An article as an app keeps it in memory, with dates as `Date`, for encoding by `JSONEncoder`.
struct ArticleCopy: Encodable {
    let id: Int64
    let title: String
    let body: String
    let createdAt: Date
    let updatedAt: Date
    let isPublished: Bool
    let rating: Double
    let viewCount: Int64
    let slug: String
    let author: AuthorRecord
    let categoryID: Int64
    let tags: [TagRecord]
    let commentIDs: [Int64]

    typealias CodingKeys = ArticleRecord.CodingKeys

    init(_ record: ArticleRecord) throws {
        id = record.id
        title = record.title
        body = record.body
        createdAt = try FixedDate.date(record.createdAt)
        updatedAt = try FixedDate.date(record.updatedAt)
        isPublished = record.isPublished
        rating = record.rating
        viewCount = record.viewCount
        slug = record.slug
        author = record.author
        categoryID = record.categoryID
        tags = record.tags
        commentIDs = record.commentIDs
    }
}

/// The complete payload.
struct PageCopy: Encodable {
    let articles: [ArticleCopy]
}
