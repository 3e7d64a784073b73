import ModelGeneration
import ObjectGraph
import Testing

@Suite("The picture of a model")
struct DiagramGeometryTests {
    struct Size: Sendable, CustomTestStringConvertible {
        var entities: Int
        var attributes: Int
        var relationships: Int
        var seed: UInt64

        var testDescription: String {
            "\(entities) entities, \(relationships) relationships, seed \(seed)"
        }
    }

    static let sizes =
        [
            Size(entities: 1, attributes: 4, relationships: 0, seed: 1),
            Size(entities: 3, attributes: 6, relationships: 4, seed: 2),
            Size(entities: 10, attributes: 30, relationships: 14, seed: 3),
            Size(entities: 40, attributes: 10, relationships: 80, seed: 4),
            Size(entities: 150, attributes: 20, relationships: 200, seed: 5),
        ]
        + (10..<30).map {
            Size(
                entities: Int($0) - 4, attributes: 12, relationships: Int($0) * 2,
                seed: $0)
        }

    @Test(
        "boxes do not overlap, and lines end at boxes without crossing any", arguments: sizes
    )
    func geometry(size: Size) throws {
        let random = try RandomModel(
            entities: size.entities, attributes: size.attributes,
            relationships: size.relationships, seed: size.seed)
        let source = "\(SVGDiagram(random.model, random.details))"
        let drawn = try DrawnDiagram(source)
        #expect(drawn.boxes.count == min(size.entities, 40))
        for (index, box) in drawn.boxes.enumerated() {
            #expect(!drawn.boxes[(index + 1)...].contains { $0.overlaps(box) })
        }
        for line in drawn.lines {
            let ends = try [#require(line.points.first), #require(line.points.last)]
            for end in ends { #expect(drawn.boxes.contains { $0.touches(end) }, "\(end)") }
            for point in line.points { #expect(!drawn.boxes.contains { $0.contains(point) }) }
        }
        #expect(source == "\(SVGDiagram(random.model, random.details))")
    }

    @Test("the 40 largest of 150 entities are drawn, the others are named in a note")
    func folding() throws {
        let random = try RandomModel(entities: 150, attributes: 4, relationships: 150, seed: 7)
        let diagram = SVGDiagram(random.model, random.details)
        let counts = random.details.counts
        #expect(diagram.folded.count == 110)
        let largest = diagram.folded.compactMap(\.count).max() ?? 0
        #expect(counts.values.count { $0 > largest } == 40)
        #expect("\(diagram)".contains("Not drawn: 110 smaller entities:"))
    }

    @Test func `every relationship between drawn entities has one line`() throws {
        let random = try RandomModel(entities: 6, attributes: 3, relationships: 12, seed: 8)
        let drawn = try DrawnDiagram("\(SVGDiagram(random.model, random.details))")
        #expect(drawn.lines.count == 12)
    }

    @Test func `lines have the look of their kind, and the foot of their number`() throws {
        let model = try ManagedObjectModel([
            EntityDescription(
                "Author", attributes: [.init("authorID", .integer64), .init("email", .string)],
                relationships: [.toMany("articles", "Article", inverse: "author")]),
            EntityDescription(
                "Article", attributes: [.init("authorID", .integer64), .init("mail", .string)],
                relationships: [
                    .toOne("author", "Author", inverse: "articles"),
                    .toMany("tags", "Tag"),
                ]),
            EntityDescription("Tag"), EntityDescription("Topic", parent: "Tag"),
        ])
        let details = DiagramDetails(
            counts: ["Author": 12345], connected: ["Article": ["author"]],
            possible: [
                .init(entity: "Article", attribute: "mail", destination: "Author", key: "email")
            ])
        let source = "\(SVGDiagram(model, details))"
        #expect(
            source.contains("<title>Article.author / Author.articles, connected by key</title>"))
        #expect(source.contains("<title>Article.tags, nested</title>"))
        #expect(source.contains("<title>Article.mail = Author.email, possible</title>"))
        #expect(source.contains("<title>Topic is a kind of Tag</title>"))
        #expect(source.contains("<g class=\"md-link md-connected\">"))
        #expect(source.contains("12\u{2009}345"))
        #expect(source.matches(of: #/class="md-foot"/#).count == 2)
        #expect(source.matches(of: #/class="md-arrow"/#).count == 1)
    }

    @Test func `names are escaped, also those that no markup may contain`() throws {
        let model = try ManagedObjectModel([
            EntityDescription(
                "</text><script>x</script>\u{202E}", attributes: [.init("a\"&'\u{2067}", .string)])
        ])
        let source = "\(SVGDiagram(model))"
        #expect(!source.contains("<script"))
        #expect(source.contains("&lt;/text&gt;&lt;script&gt;"))
        #expect(source.contains("a&quot;&amp;&#39;\u{FFFD}"))
        #expect(!source.unicodeScalars.contains { $0 == "\u{202E}" || $0 == "\u{2067}" })
    }
}
