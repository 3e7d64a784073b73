/// An article as sent by an API: written by the generator, and decoded by the references.
package struct ArticleRecord: Decodable {
    var id: Int64
    var title: String
    var body: String
    var createdAt: String
    var updatedAt: String
    var isPublished: Bool
    var rating: Double
    var viewCount: Int64
    var slug: String
    var author: AuthorRecord
    var categoryID: Int64
    var tags: [TagRecord]
    var commentIDs: [Int64]

    enum CodingKeys: String, CodingKey {
        case id, title, body, rating, slug, author, tags
        case createdAt = "created_at"
        case updatedAt = "updated_at"
        case isPublished = "published"
        case viewCount = "view_count"
        case categoryID = "category_id"
        case commentIDs = "comment_ids"
    }
}

/// The author nested in an article.
struct AuthorRecord: Codable {
    var id: Int64
    var name: String
    var email: String
    var url: String
}

/// A tag nested in an article.
struct TagRecord: Codable {
    var id: Int64
    var name: String
}

/// The complete payload.
struct PageRecord: Decodable {
    var articles: [ArticleRecord]
}
