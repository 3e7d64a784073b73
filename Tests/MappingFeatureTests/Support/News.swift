import EntityMapper
import MercatorPayload
import ObjectGraph
import TestSupport

/// Articles, authors, sections and tags, related by nesting and by foreign keys.
enum News {
    static func model() throws -> ManagedObjectModel {
        try ManagedObjectModel([
            EntityDescription(
                "Article",
                attributes: [
                    .init("articleID", .integer64), .init("title", .string),
                    .init("authorID", .integer64), .init("replyID", .integer64),
                    .init("sectionIDs", .array),
                ],
                relationships: [
                    .toOne("author", "Author", inverse: "articles"),
                    .toMany("sections", "Section", inverse: "articles", isOrdered: true),
                    .toMany("tags", "Tag", inverse: "articles"),
                    .toOne("reply", "Article", inverse: "replies"),
                    .toMany("replies", "Article", inverse: "reply"),
                    .toMany("notes", "Note", inverse: "article", deleteRule: .cascade),
                ]),
            EntityDescription(
                "Author", attributes: [.init("authorID", .integer64), .init("name", .string)],
                relationships: [.toMany("articles", "Article", inverse: "author")]),
            EntityDescription(
                "Section", attributes: [.init("sectionID", .integer64), .init("name", .string)],
                relationships: [.toMany("articles", "Article", inverse: "sections")]),
            EntityDescription(
                "Tag", attributes: [.init("tagID", .integer64), .init("name", .string)],
                relationships: [.toMany("articles", "Article", inverse: "tags")]),
            EntityDescription(
                "Note", attributes: [.init("text", .string)],
                relationships: [.toOne("article", "Article", inverse: "notes")]),
        ])
    }

    static func mappings(for model: ManagedObjectModel) throws -> MappingSet {
        let article = try model.mapping(
            "Article", identifiedBy: ["articleID"],
            [
                "id": "articleID", "title": "title", "author_id": "authorID",
                "reply_to": "replyID", "sections": "sectionIDs",
            ]
        ) {
            $0.addRelationshipMapping(from: "tags", to: "tags", using: "Tag")
            $0.addRelationshipMapping(from: "notes", to: "notes", using: "Note")
            $0.addConnection(for: "author", connectedBy: "authorID")
            $0.addConnection(for: "reply", connectedBy: ["replyID": "articleID"])
            $0.addConnection(for: "sections", connectedBy: ["sectionIDs": "sectionID"])
        }
        let others = try [("Author", "authorID"), ("Section", "sectionID"), ("Tag", "tagID")]
            .map { name, key in
                try model.mapping(
                    name, identifiedBy: [key], [PayloadPath([.key("id")]): key, "name": "name"])
            }
        let note = try model.mapping("Note", ["text": "text"])
        return MappingSet(
            [article] + others + [note],
            roots: [
                "articles": "Article", "authors": "Author", "sections": "Section", "tags": "Tag",
            ])
    }

    /// Returns the graph by identification keys, regardless of the numbers of objects.
    static func dump(_ bench: Workbench) throws -> [String] {
        let articles = try bench.lines(
            "Article", "articleID", "title", "author.authorID", "sections.sectionID",
            "tags.tagID", "reply.articleID", "replies.articleID", "notes.text")
        let authors = try bench.lines("Author", "authorID", "name", "articles.articleID")
        let sections = try bench.lines("Section", "sectionID", "name", "articles.articleID")
        let tags = try bench.lines("Tag", "tagID", "name", "articles.articleID")
        return articles.sorted() + authors.sorted() + sections.sorted() + tags.sorted()
    }
}

/// Random consistent records, and pages of them.
struct RandomNews {
    /// The records as JSON, by root path.
    private(set) var records: [(root: String, json: String)] = []

    init(_ random: inout SeededGenerator) {
        let count = Int.random(in: 3...25, using: &random)
        let keys = Array(1...(count + 2))
        func list(_ random: inout SeededGenerator, _ keys: [Int]) -> [Int] {
            Array(keys.shuffled(using: &random).prefix(Int.random(in: 0...4, using: &random)))
        }
        for id in 1...count {
            let author = random.chance(0.2) ? "null" : "\(random.pick(keys))"
            let reply = random.chance(0.5) ? "" : #""reply_to": \#(random.pick(keys)), "#
            let sections = list(&random, keys)
            let tags = list(&random, keys).map { #"{"id": "\#($0)", "name": "tag \#($0)"}"# }
            let notes = (0..<Int.random(in: 0...2, using: &random)).map { #"{"text": "n\#($0)"}"# }
            records.append(
                (
                    "articles",
                    """
                    {"id": \(id), "title": "Article \(id)", "author_id": \(author), \(reply)\
                    "sections": \(sections), "tags": [\(tags.joined(separator: ", "))], \
                    "notes": [\(notes.joined(separator: ", "))]}
                    """
                ))
        }
        for root in ["authors", "sections"] {
            for id in keys where random.chance(0.8) {
                records.append((root, #"{"id": \#(id), "name": "\#(root) \#(id)"}"#))
            }
        }
        records.shuffle(using: &random)
    }

    /// Returns all records as payloads of a few records each, some of them twice, in random order.
    func pages(_ random: inout SeededGenerator) -> [String] {
        let repeated = records.filter { _ in random.chance(0.2) }
        var rest = (records + repeated).shuffled(using: &random)[...]
        var pages: [String] = []
        while !rest.isEmpty {
            let size = Int.random(in: 1...8, using: &random)
            pages.append(Self.page(Array(rest.prefix(size))))
            rest = rest.dropFirst(size)
        }
        return pages
    }

    static func page(_ records: [(root: String, json: String)]) -> String {
        let roots = Dictionary(grouping: records, by: \.root).sorted { $0.key < $1.key }
        return "{"
            + roots.map { root, records in
                #""\#(root)": [\#(records.map(\.json).joined(separator: ", "))]"#
            }.joined(separator: ", ") + "}"
    }
}
