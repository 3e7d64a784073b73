import Foundation
import ObjectGraph
import TestSupport
import Testing

@Suite("A change report")
struct ChangeReportTests {
    private let container: PersistentContainer

    init() throws {
        container = try PersistentContainer(model: ContractModel.make(), store: InMemoryStore())
    }

    @Test func `of nothing is empty`() throws {
        let report = try container.perform { try $0.changes() }
        #expect(report.isEmpty)
        #expect(report.description == "no changes")
    }

    @Test func `is a text for people`() throws {
        try container.perform { context in
            let (tag, other) = (context.insert("Tag"), context.insert("Tag"))
            tag["name"] = "swift"
            other["name"] = "maps"
            let article = context.insert("Article")
            article["title"] = "Hello"
            article[toMany: "tags"] = [tag, other]
            let gone = context.insert("Cover")
            gone["caption"] = "Old"
            try context.save()
            let author = context.insert("Author")
            author["email"] = "anna@example.org"
            article["title"] = "Good\nmorning"
            article[toOne: "author"] = author
            article[toMany: "tags"] = [other, tag]
            article["body"] = .data(Array(0..<20))
            context.delete(gone)
            let report = try context.changes()
            #expect(
                report.description == #"""
                    3 objects: 1 inserted, 1 updated, 1 deleted
                    ~ Article/1
                        title: "Hello" → "Good\nmorning"
                        body: nil → 0x000102030405060708090a0b0c0d0e0f… (20 bytes)
                        author: nil → Person/1, Author (email: "anna@example.org")
                        tags: moved Tag/2 (name: "maps") from 1 to 0
                    - Cover/1
                        caption: "Old"
                    + Person/1, Author (email: "anna@example.org")
                        email: "anna@example.org"
                        articles: added Article/1
                    """#)
            #expect(report.count(.updated) == 1)
            #expect(report[article.objectID]?[attribute: "title"]?.new == "Good\nmorning")
            #expect(report[article.objectID]?[attribute: "rating"] == nil)
            #expect(report[gone.objectID]?.kind == .deleted)
            #expect(report[tag.objectID] == nil)
        }
    }

    @Test func `tells nothing of what was set back, or inserted and deleted again`() throws {
        try container.perform { context in
            let article = context.insert("Article")
            let tag = context.insert("Tag")
            article[toMany: "tags"] = [tag]
            try context.save()
            article["title"] = "Other"
            article[toMany: "tags"] = []
            article["title"] = .null
            article[toMany: "tags"] = [tag]
            context.delete(context.insert("Cover"))
            #expect(try context.changes().isEmpty)
        }
    }

    @Test(arguments: [
        (String(repeating: "é", count: 60), "\"" + String(repeating: "é", count: 60) + "\""),
        (
            String(repeating: "é", count: 61),
            "\"" + String(repeating: "é", count: 60) + "…\" (122 bytes)"
        ),
        ("a\"b\\c\u{7}\u{2028}", #""a\"b\\c\u{07}\u{2028}""#),
    ])
    func `cuts long values and keeps to the line`(text: String, shown: String) throws {
        let report = try container.perform { context in
            context.insert("Article")["title"] = .string(text)
            return try context.changes()
        }
        let lines = report.description.split(separator: "\n")
        #expect(lines.last.map(String.init) == "    title: \(shown)")
        #expect(lines.count == 3)
    }

    @Test func `names a few objects of a long list`() throws {
        let report = try container.perform { context in
            let article = context.insert("Article")
            article[toMany: "related"] = (0..<8).map { _ in context.insert("Article") }
            return try context.changes()
        }
        let line = report.description.split(separator: "\n").first { $0.contains("related") }
        #expect(
            line
                == "    related: added Article/2, Article/3, Article/4, Article/5, Article/6 and 3 more"
        )
    }

    @Test(arguments: Seeds.upTo(40))
    func `decodes from JSON to an equal report`(seed: UInt64) throws {
        var values = RandomValues(SeededGenerator(seed: seed))
        let report = try container.perform { context in
            for _ in 0..<4 {
                let article = context.insert("Article")
                for attribute in article.entity.attributes {
                    article[attribute.name] = values.value(of: attribute.type)
                }
                let author = context.insert("Author")
                author["email"] = .string("\(author.objectID)")
                article[toOne: "author"] = author
            }
            try context.save()
            for article in try context.fetch(FetchRequest("Article")).dropLast() {
                for attribute in article.entity.attributes {
                    article[attribute.name] = values.value(of: attribute.type)
                }
            }
            return try context.changes()
        }
        #expect(!report.isEmpty)
        let data = try JSONEncoder().encode(report)
        let decoded = try JSONDecoder().decode(ChangeReport.self, from: data)
        #expect(decoded == report, "seed \(seed)")
        #expect(decoded.description == report.description, "seed \(seed)")
    }

    @Test(arguments: [
        #"{"name":"a","type":"decimal","old":null,"new":"1e5x"}"#,
        #"{"name":"a","type":"data","old":null,"new":"0g"}"#,
        #"{"name":"a","type":"data","old":null,"new":"012"}"#,
        #"{"name":"a","type":"uuid","old":null,"new":"1"}"#,
        #"{"name":"a","type":"array","old":null,"new":"["}"#,
        #"{"name":"a","type":"double","old":null,"new":"many"}"#,
        #"{"name":"a","type":"integer64","old":null,"new":1.5}"#,
        #"{"name":"a","type":"word","old":null,"new":1}"#,
    ])
    func `refuses values that are none`(json: String) {
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(ChangeReport.AttributeChange.self, from: Data(json.utf8))
        }
    }
}

@Suite("The text of an identifier")
struct IdentifierTextTests {
    @Test(arguments: [
        ("Article/1", false), ("Article/-3", false), ("A/b/7", false), ("Article/new-12", true),
        ("Article/4611686018427387903", false),
    ])
    func `reads back`(text: String, isProvisional: Bool) throws {
        let identifier = try #require(ManagedObjectID(text))
        #expect(identifier.description == text)
        #expect(identifier.isProvisional == isProvisional)
    }

    @Test(arguments: [
        "", "/", "Article", "Article/", "/1", "Article/x", "Article/01", "Article/+1",
        "Article/new-", "Article/new-0", "Article/new--1", "Article/new-9223372036854775807",
        "Article/4611686018427387904",
    ])
    func `is refused if it is none`(text: String) {
        #expect(ManagedObjectID(text) == nil)
    }
}

@Suite("The fewest moves")
struct MoveTests {
    /// Returns the length of the longest common subsequence of two lists, by exhaustive search.
    private func longestCommonPart(_ left: ArraySlice<Int>, _ right: ArraySlice<Int>) -> Int {
        guard let first = left.first else { return 0 }
        let without = longestCommonPart(left.dropFirst(), right)
        guard let place = right.firstIndex(of: first) else { return without }
        return max(without, 1 + longestCommonPart(left.dropFirst(), right[(place + 1)...]))
    }

    @Test(arguments: Seeds.upTo(60))
    func `leave as many objects as possible where they are`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let container = try PersistentContainer(
            model: ContractModel.make(), store: InMemoryStore())
        let count = Int.random(in: 0...9, using: &random)
        let old = Array(0..<count).shuffled(using: &random).filter { _ in random.chance(0.8) }
        let new = Array(0..<count).shuffled(using: &random).filter { _ in random.chance(0.8) }
        let (change, kept) = try container.perform { context in
            let tags = (0..<count).map { _ in context.insert("Tag") }
            let article = context.insert("Article")
            article[toMany: "tags"] = old.map { tags[$0] }
            try context.save()
            article[toMany: "tags"] = new.map { tags[$0] }
            let change = try context.changes()[article.objectID]?[relationship: "tags"]
            return (change, old.filter(new.contains).count)
        }
        let expected = kept - longestCommonPart(old[...], new[...])
        #expect((change?.moved.count ?? 0) == expected, "\(random): \(old) to \(new)")
    }
}
