import Mercator

// The model: a schema struct for each entity, a property for each attribute and relationship. Every
// relationship has an inverse, which is declared at one end only.

/// An article; its author and section arrive in other payloads, so it has their keys.
struct Article: Entity {
    let articleID = Attribute<Int64>("articleID")
    let title = Attribute<String>("title")
    let publishedAt = Attribute<Timestamp?>("publishedAt")

    let authorID = Attribute<Int64?>("authorID")
    let author = ToOne<Author>("author", inverse: \.articles)

    let sectionID = Attribute<Int64?>("sectionID")
    let section = ToOne<Section>("section", inverse: \.articles)

    let tags = ToMany<Tag>("tags", inverse: \.articles, isOrdered: true)
}

/// An author of articles.
struct Author: Entity {
    let authorID = Attribute<Int64>("authorID")
    let name = Attribute<String>("name")
    let articles = ToMany<Article>("articles")
}

/// A section of the newspaper.
struct Section: Entity {
    let sectionID = Attribute<Int64>("sectionID")
    let name = Attribute<String>("name")
    let articles = ToMany<Article>("articles")
}

/// A tag of articles.
struct Tag: Entity {
    let tagID = Attribute<Int64>("tagID")
    let name = Attribute<String>("name")
    let articles = ToMany<Article>("articles")
}

/// Creates the model of the tour.
enum TourModel {
    static func make() throws -> ManagedObjectModel {
        try ManagedObjectModel(Article.self, Author.self, Section.self, Tag.self)
    }
}
