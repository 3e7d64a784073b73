import Mercator

/// The model and mappings of `mercator import`: articles with an author and tags, as
/// sent by an API.
enum Feed {
    /// An article, the record of the import.
    struct Article: Entity {
        let articleID = Attribute<Int64>("articleID")
        let title = Attribute<String?>("title")
        let body = Attribute<String?>("body")
        let createdAt = Attribute<Timestamp?>("createdAt")
        let updatedAt = Attribute<Timestamp?>("updatedAt")
        let isPublished = Attribute<Bool?>("isPublished")
        let rating = Attribute<Double?>("rating")
        let viewCount = Attribute<Int64?>("viewCount")
        let slug = Attribute<String?>("slug")
        let categoryID = Attribute<Int64?>("categoryID")
        let commentIDs = Attribute<[Int64]?>("commentIDs")
        let author = ToOne<Author>("author", inverse: \.articles)
        let tags = ToMany<Tag>("tags", inverse: \.articles, isOrdered: true)
    }

    /// The author of articles.
    struct Author: Entity {
        let authorID = Attribute<Int64>("authorID")
        let name = Attribute<String?>("name")
        let email = Attribute<String?>("email")
        let url = Attribute<String?>("url")
        let articles = ToMany<Article>("articles")
    }

    /// A tag of articles.
    struct Tag: Entity {
        let tagID = Attribute<Int64>("tagID")
        let name = Attribute<String?>("name")
        let articles = ToMany<Article>("articles")
    }

    static func model() throws -> ManagedObjectModel {
        try ManagedObjectModel(Article.self, Author.self, Tag.self)
    }

    /// Returns the compiled mappings, whose root is a single article.
    static func plan(for model: ManagedObjectModel) throws -> MappingPlan {
        var articles = EntityMapping(for: Article.self)
        articles.addAttributeMappings([
            "id": "articleID", "title": "title", "body": "body", "created_at": "createdAt",
            "updated_at": "updatedAt", "published": "isPublished", "rating": "rating",
            "view_count": "viewCount", "slug": "slug", "category_id": "categoryID",
            "comment_ids": "commentIDs",
        ])
        articles.addRelationshipMapping(from: "author", to: "author", using: "Author")
        articles.addRelationshipMapping(from: "tags", to: "tags", using: "Tag")
        var authors = EntityMapping(for: Author.self)
        authors.addAttributeMappings([
            "id": "authorID", "name": "name", "email": "email", "url": "url",
        ])
        var tags = EntityMapping(for: Tag.self)
        tags.addAttributeMappings(["id": "tagID", "name": "name"])
        return try MappingPlan(
            MappingSet([articles, authors, tags], roots: ["": "Article"]), for: model)
    }
}
