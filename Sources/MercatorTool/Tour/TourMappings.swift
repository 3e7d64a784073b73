import Mercator

/// The mappings of the tour.
///
/// The source path comes first, the destination after `to:`.
enum TourMappings {
    /// The mapping of articles, which nest their tags, and reference author and section by key.
    static var articles: EntityMapping {
        // Article has an attribute articleID, which is inferred as its identity.
        var articles = EntityMapping(for: Article.self)
        articles.addAttributeMapping(from: "id", to: \Article.articleID)
        articles.addAttributeMapping(from: "headline.text", to: \Article.title)
        articles.addAttributeMapping(from: "published_at", to: \Article.publishedAt)
        articles.addAttributeMapping(from: "author_id", to: \Article.authorID)
        articles.addAttributeMapping(from: "section_id", to: \Article.sectionID)

        // Nested objects are mapped by the mapping named "Tag".
        articles.addRelationshipMapping(from: "tags", to: "tags", using: "Tag")

        // Foreign keys connect an article to the author with the same authorID.
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

    /// Compiles all mappings, with the root path of each kind of payload.
    static func plan(for model: ManagedObjectModel) throws -> MappingPlan {
        let mappings = MappingSet(
            [articles, authors, sections, tags],
            roots: ["articles": "Article", "authors": "Author", "sections": "Section"])
        return try MappingPlan(mappings, for: model)
    }
}
