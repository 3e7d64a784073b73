import Mercator

/// The mappings: which value of a payload goes where.
///
/// The source path comes first, the destination after `to:`.
enum TourMappings {
    /// Articles nest their tags, and name author and section by key.
    static var articles: EntityMapping {
        // Article has an attribute articleID, so that is what identifies an article: inferred.
        var articles = EntityMapping(for: Article.self)
        articles.addAttributeMapping(from: "id", to: \Article.articleID)
        articles.addAttributeMapping(from: "headline.text", to: \Article.title)
        articles.addAttributeMapping(from: "published_at", to: \Article.publishedAt)
        articles.addAttributeMapping(from: "author_id", to: \Article.authorID)
        articles.addAttributeMapping(from: "section_id", to: \Article.sectionID)

        // Nested objects: the mapping named "Tag" makes them.
        articles.addRelationshipMapping(from: "tags", to: "tags", using: "Tag")

        // Foreign keys: the article's authorID and the author's authorID must be equal.
        articles.addConnection(for: "author", connectedBy: "authorID")
        articles.addConnection(for: "section", connectedBy: "sectionID")
        return articles
    }

    static var authors: EntityMapping {
        var authors = EntityMapping(for: Author.self)
        authors.addAttributeMappings(["id": "authorID", "name": "name"])
        return authors
    }

    static var sections: EntityMapping {
        var sections = EntityMapping(for: Section.self)
        sections.addAttributeMappings(["id": "sectionID", "name": "name"])
        return sections
    }

    static var tags: EntityMapping {
        var tags = EntityMapping(for: Tag.self)
        tags.addAttributeMappings(["id": "tagID", "name": "name"])
        return tags
    }

    /// All mappings, and the key of a payload under which each begins, checked and compiled.
    static func plan(for model: ManagedObjectModel) throws -> MappingPlan {
        let mappings = MappingSet(
            [articles, authors, sections, tags],
            roots: ["articles": "Article", "authors": "Author", "sections": "Section"])
        return try MappingPlan(mappings, for: model)
    }
}
