package import ObjectGraph

/// A model with every feature that a store has to support.
package enum ContractModel {
    /// Creates the model.
    ///
    /// Authors are persons; articles reference authors in order, are linked with tags in order at
    /// both ends, and have at most one cover; persons are friends of persons.
    package static func make() throws -> ManagedObjectModel {
        try ManagedObjectModel([person, author, article, tag, cover])
    }

    private static let person = EntityDescription(
        "Person",
        attributes: [
            AttributeDescription("name", .string, isSearchable: true),
            AttributeDescription("email", .string, isUnique: true),
            AttributeDescription("age", .integer32),
        ],
        relationships: [
            .toMany("friends", "Person", inverse: "friends"),
            .toOne("favourite", "Article"),
        ])

    private static let author = EntityDescription(
        "Author", parent: "Person",
        attributes: [
            AttributeDescription("penName", .string, isUnique: true, isSearchable: true),
            AttributeDescription("agency", .string),
            AttributeDescription("contract", .integer64),
        ],
        relationships: [.toMany("articles", "Article", inverse: "author", isOrdered: true)],
        uniquenessConstraints: [["agency", "contract"]])

    private static let article = EntityDescription(
        "Article",
        attributes: [
            AttributeDescription("articleID", .integer64),
            AttributeDescription("title", .string, isSearchable: true),
            AttributeDescription("isArchived", .boolean),
            AttributeDescription("rating", .double),
            AttributeDescription("weight", .float),
            AttributeDescription("price", .decimal),
            AttributeDescription("createdAt", .date),
            AttributeDescription("updatedAt", .date),
            AttributeDescription("body", .data),
            AttributeDescription("token", .uuid),
            AttributeDescription("link", .url, isSearchable: true),
            AttributeDescription("keywords", .array),
            AttributeDescription("extra", .dictionary),
            AttributeDescription("small", .integer16),
            AttributeDescription("section", .string),
        ],
        relationships: [
            .toOne("author", "Author", inverse: "articles"),
            .toMany("tags", "Tag", inverse: "articles", isOrdered: true),
            .toOne("cover", "Cover", inverse: "article"),
            .toMany("related", "Article"),
        ])

    private static let tag = EntityDescription(
        "Tag",
        attributes: [AttributeDescription("name", .string, isUnique: true)],
        relationships: [.toMany("articles", "Article", inverse: "tags", isOrdered: true)])

    private static let cover = EntityDescription(
        "Cover",
        attributes: [AttributeDescription("caption", .string)],
        relationships: [.toOne("article", "Article", inverse: "cover")])
}
