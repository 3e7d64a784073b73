import Mercator
import TestSupport
import Testing

/// Pages of articles from one pool, with tags in an order that both ends keep.
struct Pages {
    private var generator: SeededGenerator

    init(_ generator: SeededGenerator) { self.generator = generator }

    static func model() throws -> ManagedObjectModel {
        try ManagedObjectModel([
            EntityDescription(
                "Article",
                attributes: [
                    AttributeDescription("articleID", .integer64),
                    AttributeDescription("title", .string),
                    AttributeDescription("price", .decimal),
                    AttributeDescription("authorID", .integer64),
                    AttributeDescription("relatedIDs", .array),
                ],
                relationships: [
                    .toOne("author", "Author", inverse: "articles"),
                    .toOne("editor", "Author", inverse: "edited"),
                    .toMany("tags", "Tag", inverse: "articles", isOrdered: true),
                    .toMany("related", "Article", isOrdered: true),
                ]),
            EntityDescription(
                "Author",
                attributes: [
                    AttributeDescription("authorID", .integer64),
                    AttributeDescription("name", .string),
                ],
                relationships: [
                    .toMany("articles", "Article", inverse: "author", isOrdered: true),
                    .toMany("edited", "Article", inverse: "editor", isOrdered: true),
                ]),
            EntityDescription(
                "Tag", attributes: [AttributeDescription("name", .string, isUnique: true)],
                relationships: [.toMany("articles", "Article", inverse: "tags", isOrdered: true)]),
        ])
    }

    static func plan(_ model: ManagedObjectModel) throws -> MappingPlan {
        var articles = EntityMapping(for: try #require(model["Article"]))
        articles.identificationAttributes = ["articleID"]
        articles.addAttributeMappings([
            "id": "articleID", "title": "title", "price": "price", "author": "authorID",
            "related": "relatedIDs",
        ])
        articles.addRelationshipMapping(from: "tags", to: "tags", using: "Tag")
        articles.addRelationshipMapping(from: "editor", to: "editor", using: "Author")
        articles.addConnection(for: "author", connectedBy: "authorID")
        articles.addConnection(for: "related", connectedBy: ["relatedIDs": "articleID"])
        var authors = EntityMapping(for: try #require(model["Author"]))
        authors.identificationAttributes = ["authorID"]
        authors.addAttributeMappings(["id": "authorID", "name": "name"])
        var tags = EntityMapping(for: try #require(model["Tag"]))
        tags.identificationAttributes = ["name"]
        tags.addAttributeMapping(from: "", to: "name")
        return try MappingPlan(
            MappingSet([articles, authors, tags], roots: ["articles": "Article"]), for: model)
    }

    /// Returns the text of the next page, which may have an article twice.
    mutating func next() -> String {
        page(of: (0..<12).map { _ in number(60) })
    }

    /// Returns the text of a page with articles.
    mutating func page(of numbers: [Int]) -> String {
        let articles = numbers.map { article($0) }
        return #"{"articles": [\#(articles.joined(separator: ", "))]}"#
    }

    private mutating func article(_ id: Int) -> String {
        var members = [
            #""id": \#(id)"#, #""title": "t\#(number(4))""#, #""price": \#(number(3)).50"#,
        ]
        if generator.chance(0.8) {
            let tags = (0..<number(6)).map { _ in number(12) }
            let texts = Set(tags).sorted().shuffled(using: &generator).map { #""tag \#($0)""# }
            members.append(#""tags": [\#(texts.joined(separator: ", "))]"#)
        }
        if generator.chance(0.5) {
            let related = (0..<number(4)).map { _ in "\(number(60))" }
            members.append(#""related": [\#(related.joined(separator: ", "))]"#)
        }
        if generator.chance(0.7) { members.append(#""author": \#(number(9))"#) }
        if generator.chance(0.3) {
            members.append(#""editor": {"id": \#(number(9)), "name": "n\#(number(3))"}"#)
        }
        return "{\(members.joined(separator: ", "))}"
    }

    private mutating func number(_ end: Int) -> Int { Int.random(in: 0..<end, using: &generator) }
}
