import ObjectGraph

/// A small model with every kind of storage: attributes of each type, references with and without
/// order, links, and an inheritance tree.
struct Library {
    let model: ManagedObjectModel
    let article: Int
    let author: Int
    let tag: Int
    let item: Int
    let book: Int
    let film: Int
    let tags: Int
    let authorOfArticle: Int

    init(extending change: (inout [EntityDescription]) -> Void = { _ in }) throws {
        var entities = Library.entities
        change(&entities)
        let model = try ManagedObjectModel(entities)
        let index = { model.index(ofEntity: $0) ?? -1 }
        self.model = model
        article = index("Article")
        author = index("Author")
        tag = index("Tag")
        item = index("Item")
        book = index("Book")
        film = index("Film")
        tags = model.relationship(named: "tags", of: article)?.index ?? -1
        authorOfArticle = model.relationship(named: "author", of: article)?.index ?? -1
    }

    static var entities: [EntityDescription] {
        [
            EntityDescription(
                "Article",
                attributes: [
                    AttributeDescription("articleID", .integer64),
                    AttributeDescription("title", .string),
                    AttributeDescription("rating", .double),
                    AttributeDescription("price", .decimal),
                    AttributeDescription("isArchived", .boolean),
                    AttributeDescription("createdAt", .date),
                ],
                relationships: [
                    .toOne("author", "Author", inverse: "articles"),
                    .toMany("tags", "Tag", inverse: "articles", isOrdered: true),
                ]),
            EntityDescription(
                "Author",
                attributes: [
                    AttributeDescription("name", .string),
                    AttributeDescription("slug", .string, isUnique: true),
                ],
                relationships: [.toMany("articles", "Article", isOrdered: true)]),
            EntityDescription(
                "Tag", attributes: [AttributeDescription("name", .string)],
                relationships: [.toMany("articles", "Article")]),
            EntityDescription(
                "Item", isAbstract: true, attributes: [AttributeDescription("title", .string)]),
            EntityDescription(
                "Book", parent: "Item", attributes: [AttributeDescription("pages", .integer32)]),
            EntityDescription(
                "Film", parent: "Item",
                attributes: [
                    AttributeDescription("pages", .string),
                    AttributeDescription("code", .string, isUnique: true),
                ]),
        ]
    }

    /// Returns a row of an article, whose slots are the attributes, `author`, and
    /// `author_position`.
    func article(
        _ id: Int64, _ title: Value = .null, rating: Value = .null, price: Value = .null,
        isArchived: Value = .null, createdAt: Value = .null, author: Value = .null
    ) -> [Value] {
        [.integer(id), title, rating, price, isArchived, createdAt, author, .null]
    }
}
