import Mercator

// The model: what the graph has. A schema struct for each entity, a property for each column. Every
// relationship has a way back; it is enough to name it at one end, as `inverse`.

/// An article; its author and section come in other payloads, so it keeps their keys.
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

/// Somebody who writes articles.
struct Author: Entity {
    let authorID = Attribute<Int64>("authorID")
    let name = Attribute<String>("name")
    let articles = ToMany<Article>("articles")
}

/// A part of the paper.
struct Section: Entity {
    let sectionID = Attribute<Int64>("sectionID")
    let name = Attribute<String>("name")
    let articles = ToMany<Article>("articles")
}

/// A word that articles are found by.
struct Tag: Entity {
    let tagID = Attribute<Int64>("tagID")
    let name = Attribute<String>("name")
    let articles = ToMany<Article>("articles")
}

/// Makes the model of the tour.
enum TourModel {
    static func make() throws -> ManagedObjectModel {
        try ManagedObjectModel(Article.self, Author.self, Section.self, Tag.self)
    }
}
