import ObjectGraph
import Testing

@Suite("Spelling predicates")
struct PredicateSpellingTests {
    @Test func `begins with a dot, before operators and before methods`() {
        let rating = PropertyPath("rating")
        let open: EntityPredicate = .attribute("isArchived") == false && .attribute("rating") > 3.5
        #expect(open == ((PropertyPath("isArchived") == false) && (rating > 3.5)))
        let byAnna: EntityPredicate = .attribute("author.name").begins(
            with: "anna", .caseInsensitive)
        #expect(byAnna == PropertyPath("author.name").begins(with: "anna", .caseInsensitive))
        let tagged: EntityPredicate = .any("tags", .attribute("name").isIn(["swift", "linux"]))
        #expect(tagged == .any("tags", PropertyPath("name").isIn(["swift", "linux"])))
        let loose: EntityPredicate = .relationship("author").isNil
        #expect(loose == (PropertyPath("author") == nil))
        let request = FetchRequest("Article", where: .attribute("rating") >= 4, limit: 20)
        #expect(request.predicate == (rating >= 4))
    }
}
