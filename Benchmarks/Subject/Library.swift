package import Mercator

/// The model of most titles: articles with an author and tags, as in an app.
package enum Library {
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

    struct Author: Entity {
        let authorID = Attribute<Int64>("authorID")
        let name = Attribute<String?>("name")
        let email = Attribute<String?>("email")
        let url = Attribute<String?>("url")
        let articles = ToMany<Article>("articles")
    }

    struct Tag: Entity {
        let tagID = Attribute<Int64>("tagID")
        let name = Attribute<String?>("name")
        let articles = ToMany<Article>("articles")
    }

    /// Creates the operation that maps a page of articles.
    ///
    /// With `isSearchable`, the titles and bodies of articles are.
    package static func operation(isSearchable: Bool = false) throws -> MappingOperation {
        MappingOperation(try plan(roots: ["articles": "Article"], isSearchable))
    }

    /// Creates the import of articles, in batches of four thousand.
    package static func importOperation() throws -> ImportOperation {
        try ImportOperation(plan(roots: ["": "Article"]))
    }

    private static func plan(
        roots: KeyValuePairs<PayloadPath, String>, _ isSearchable: Bool = false
    ) throws -> MappingPlan {
        var article = Article.entityDescription
        for name in ["title", "body"] {
            article.updateAttribute(name) { $0.isSearchable = isSearchable }
        }
        let model = try ManagedObjectModel(Author.self, Tag.self, and: article)
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
        return try MappingPlan(MappingSet([articles, authors, tags], roots: roots), for: model)
    }
}
