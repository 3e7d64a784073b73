import ObjectGraph
import TestSupport
import Testing

@Suite("Resolving predicates")
struct PredicateResolverTests {
    private func resolve(
        _ predicate: EntityPredicate, on entity: String = "Article"
    ) throws -> ResolvedPredicate {
        let model = try ContractModel.make()
        let index = try #require(model.index(ofEntity: entity))
        return try PredicateResolver(model: model, entity: index).resolve(predicate)
    }

    private static var mistakes: [(EntityPredicate, String)] {
        var mistakes: [(EntityPredicate, String)] = []
        func add(_ predicate: EntityPredicate, _ text: String) {
            mistakes.append((predicate, text))
        }
        let tag = ManagedObjectID(entityName: "Tag", number: 1)
        add(PropertyPath("titel") == "x", "no property 'titel' in Article; did you mean 'title'?")
        add(PropertyPath("author.nam") == "x", "no property 'nam' in Author; did you mean 'name'?")
        add(PropertyPath("title.x") == "x", "no property 'title' in Article")
        add(PropertyPath("") == "x", "no property '' in Article")
        add(PropertyPath("title") == 1, "expected text, found 1")
        add(PropertyPath("articleID") == "1", "expected whole number, found \"1\"")
        add(PropertyPath("price") < 0.5, "expected decimal number, found 0.5")
        add(PropertyPath("author") == 1, "expected an attribute, found a relationship")
        add(
            PropertyPath("keywords") < [1],
            "values of this type have no order; only == and != apply")
        add(PropertyPath("rating").contains("x"), "expected a text attribute, found number")
        add(
            PropertyPath("title") == PropertyPath("rating"),
            "it cannot be compared with rating, which has another type")
        add(
            PropertyPath("tags.name") == "x",
            "'tags' is a to-many relationship; use any(_:_:) or all(_:_:)")
        add(.any("author", .true), "expected a to-many relationship, found a to-one")
        add(.all("title", .true), "expected a relationship, found an attribute")
        add(
            PropertyPath("tags") == tag,
            "expected a to-one relationship; use any(_:_:) for a to-many")
        add(PropertyPath("author") == tag, "expected an object of Person, found Tag/1")
        add(PropertyPath("title") == tag, "expected a relationship, found an attribute")
        add(!(.true && PropertyPath("titel") == nil), "no property 'titel' in Article")
        add(.any("tags", PropertyPath("nam") == "x"), "no property 'nam' in Tag")
        add(PropertyPath("rating").isBetween("a", and: "b"), "expected number, found \"a\"")
        return mistakes
    }

    @Test(arguments: mistakes)
    func `refuses what does not fit, and says why`(predicate: EntityPredicate, text: String) {
        let error = #expect(throws: StoreError.self) { _ = try resolve(predicate) }
        #expect(error?.code == .invalidRequest)
        #expect(error?.message.contains(text) == true, "\(error?.message ?? "")")
    }

    @Test func `says where the mistake is`() {
        let error = #expect(throws: StoreError.self) {
            _ = try resolve(.attribute("author.age") == "old")
        }
        #expect(error?.message == "Article.author.age: expected whole number, found \"old\"")
    }

    @Test func `finds slots, steps and ends`() throws {
        let model = try ContractModel.make()
        let article = try #require(model.layout(named: "Article"))
        let author = try #require(model.layout(named: "Author"))
        let step = try #require(article.relationshipIndexes["author"])
        let slot = try #require(author.slotIndexes["age"])
        guard case .comparison(let path, .equal, 7) = try resolve(.attribute("author.age") == 7)
        else {
            Issue.record("expected a comparison with 7")
            return
        }
        #expect(path.steps == [step])
        #expect(path.entity == author.index)
        #expect(path.end == .attribute(slot: slot, .integer32))
        #expect(try resolve(.attribute("author.age") == nil) == .isNil(path))
        #expect(try resolve(.attribute("author.age") == Int?.none) == .isNil(path))
        #expect(try resolve(.attribute("author.age") != Int?.none) == .not(.isNil(path)))
        #expect(path.relationships == [step])
    }

    @Test func `brings values to the type of the attribute`() throws {
        #expect(try resolve(.attribute("rating") == 4) == resolve(.attribute("rating") == 4.0))
        // A comparison with a number beyond the range of the type is well-defined.
        #expect(throws: Never.self) { try resolve(.attribute("small") < 1_000_000) }
        #expect(throws: Never.self) { try resolve(.attribute("weight") < 0.1) }
    }

    @Test func `names the relationships an answer depends on`() throws {
        let resolved = try resolve(
            .attribute("author.name") == "x" || .any("tags", .all("articles", .true)))
        let model = try ContractModel.make()
        let article = try #require(model.layout(named: "Article")).relationshipIndexes
        let tag = try #require(model.layout(named: "Tag")).relationshipIndexes
        #expect(
            resolved.relationships
                == Set([article["author"], article["tags"], tag["articles"]].compactMap(\.self)))
    }
}
