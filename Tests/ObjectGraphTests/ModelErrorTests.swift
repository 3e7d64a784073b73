import ObjectGraph
import TestSupport
import Testing

@Suite("Errors of a model")
struct ModelErrorTests {
    private static var orderedToOne: RelationshipDescription {
        var relationship = RelationshipDescription.toOne("r", "A")
        relationship.isOrdered = true
        return relationship
    }

    /// Returns entities of which each is the parent of the next.
    private func chain(_ count: Int) -> [EntityDescription] {
        (0..<count).map { .init("E\($0)", parent: $0 == 0 ? nil : "E\($0 - 1)") }
    }

    @Test func `an entity has at most 1000 ancestors`() throws {
        #expect(try ManagedObjectModel(chain(1001)).entities.last?.ancestors.count == 1000)
        #expect(
            problems(chain(1003).reversed()) == [
                "[size] E1001: it has 1001 ancestors, of which an entity has at most 1000"
            ])
    }

    /// In time that is linear in their number, which a test of seconds could not show.
    @Test(.endsInTime) func `a long chain of ancestors is refused, and so is a long circle`() {
        #expect(problems(chain(20_000)).count == 1)
        var circle = chain(5000)
        circle[0] = .init("E0", parent: "E4999")
        #expect(problems(circle).count == 5000)
    }

    private func problems(_ entities: [EntityDescription]) -> [String] {
        let error = #expect(throws: ManagedObjectModelError.self) {
            try ManagedObjectModel(entities)
        }
        return error?.problems.map { "[\($0.code)] \($0)" } ?? []
    }

    @Test(
        arguments: [
            ([.init("")], "[name] : an entity needs a name"),
            (
                [.init("A"), .init("a")],
                "[name] a: another entity has this name already; names ignore case"
            ),
            (
                [.init("A", attributes: [.init("x.y", .string)])],
                "[name] A.x.y: a property name may not be empty or contain a dot"
            ),
            (
                [.init("A", attributes: [.init("x", .string), .init("X", .data)])],
                "[name] A.X: 'A' has a property of this name; names ignore case"
            ),
            (
                [
                    .init("A", attributes: [.init("x", .string)]),
                    .init("B", parent: "A", relationships: [.toOne("x", "A")]),
                ], "[name] B.x: 'A' has a property of this name; names ignore case"
            ),
            (
                [.init("Author"), .init("B", parent: "Autor")],
                "[inheritance] B: its parent 'Autor' is not in the model; did you mean 'Author'?"
            ),
            (
                [.init("A", parent: "A")],
                "[inheritance] A: it inherits from itself through 'A'"
            ),
            (
                [.init("Author"), .init("A", relationships: [.toOne("author", "Autor")])],
                "[destination] A.author: no entity 'Autor'; did you mean 'Author'?"
            ),
            (
                [.init("A", attributes: [.init("n", .integer16, defaultValue: 70000)])],
                "[defaultValue] A.n: expected a default of type integer16, found 70000"
            ),
            (
                [.init("A", attributes: [.init("n", .integer16, defaultValue: "1")])],
                "[defaultValue] A.n: expected a default of type integer16, found \"1\""
            ),
            (
                [
                    .init(
                        "A", attributes: [.init("title", .string)],
                        uniquenessConstraints: [["titel"]])
                ],
                "[uniqueness] A.titel: a uniqueness constraint needs an attribute; did you mean 'title'?"
            ),
            (
                [.init("A", uniquenessConstraints: [[]])],
                "[uniqueness] A: a uniqueness constraint needs at least one attribute"
            ),
            (
                [
                    .init(
                        "A",
                        relationships: [
                            orderedToOne
                        ])
                ], "[relationship] A.r: only a to-many relationship can be ordered"
            ),
        ] as [([EntityDescription], String)])
    func `say what is wrong, where, and what was meant`(
        entities: [EntityDescription], message: String
    ) {
        #expect(problems(entities) == [message])
    }

    @Test func `name an inverse that does not exist`() {
        let found = problems([
            .init("A", relationships: [.toMany("bs", "B", inverse: "aa")]),
            .init("B", relationships: [.toOne("a", "A")]),
        ])
        #expect(
            found == [
                "[inverse] A.bs: no relationship 'aa' in B to be its inverse; did you mean 'a'?"
            ])
    }

    @Test func `name an inverse that leads elsewhere`() {
        let found = problems([
            .init("A", relationships: [.toMany("bs", "B", inverse: "c")]),
            .init("B", relationships: [.toOne("c", "C")]), .init("C"),
        ])
        #expect(found.contains("[inverse] A.bs: its inverse B.c leads to 'C'"))
    }

    @Test func `name an inverse that leads to an ancestor, which lacks the way back`() {
        let found = problems([
            .init("Base"),
            .init("A", parent: "Base", relationships: [.toMany("bs", "B", inverse: "base")]),
            .init("B", relationships: [.toOne("base", "Base")]),
        ])
        #expect(found.contains("[inverse] A.bs: its inverse B.base leads to 'Base'"))
    }

    @Test func `name the third party of a love triangle`() {
        let found = problems([
            .init("A", relationships: [.toMany("bs", "B", inverse: "a")]),
            .init(
                "B",
                relationships: [.toOne("a", "A", inverse: "bs")]),
            .init("C", relationships: [.toMany("bs", "B", inverse: "a")]),
        ])
        #expect(
            found == [
                "[inverse] C.bs: its inverse B.a leads to 'A'"
            ])
    }

    @Test func `name two relationships that claim one inverse`() {
        let found = problems([
            .init(
                "A",
                relationships: [
                    .toMany("first", "B", inverse: "a"), .toMany("second", "B", inverse: "a"),
                ]),
            .init("B", relationships: [.toOne("a", "A")]),
        ])
        #expect(found == ["[inverse] A.second: its inverse B.a names 'first' as the way back"])
    }

    @Test func `refuse a property that takes the name of a place in an order`() {
        let found = problems([
            .init("Author", relationships: [.toMany("articles", "Article", isOrdered: true)]),
            .init(
                "Article", attributes: [.init("author_position", .string)],
                relationships: [.toOne("author", "Author", inverse: "articles")]),
        ])
        #expect(
            found == [
                "[name] Article.author_position: the place in the order of 'Author.articles' has "
                    + "this name; choose another one"
            ])
    }

    @Test func `come all at once, in the order of the entities`() {
        let error = #expect(throws: ManagedObjectModelError.self) {
            try ManagedObjectModel([
                .init("A", parent: "Z", attributes: [.init("", .string)]),
                .init("B", relationships: [.toOne("x", "Nowhere")]),
            ])
        }
        #expect(
            error?.description == """
                The model has 3 problems:
                - A: its parent 'Z' is not in the model
                - A.: a property name may not be empty or contain a dot
                - B.x: no entity 'Nowhere'
                """)
        #expect(error?.problems.map(\.code) == [.inheritance, .name, .destination])
    }

    @Test func `end cycles of inheritance`() {
        let found = problems([.init("A", parent: "B"), .init("B", parent: "A")])
        #expect(
            found == [
                "[inheritance] A: it inherits from itself through 'B'",
                "[inheritance] B: it inherits from itself through 'A'",
            ])
    }
}

@Suite("Suggestions")
struct SuggestionTests {
    @Test(
        arguments: [
            ("titel", "title"), ("Titel", "title"), ("article_id", "articleID"),
            ("tittle", "title"),
            ("author-name", "authorName"), ("xyz", nil), ("t", nil), ("nmae", "name"), ("", nil),
            ("q", nil),
        ] as [(String, String?)])
    func `find what was probably meant`(name: String, expected: String?) {
        let names = ["title", "articleID", "authorName", "name"]
        #expect(Suggestion.nearest(to: name, among: names) == expected)
        let text = expected.map { "; did you mean '\($0)'?" } ?? ""
        #expect(Suggestion.text(for: name, among: names) == text)
    }

    @Test func `prefer the nearest, then the alphabet`() {
        #expect(Suggestion.nearest(to: "nam", among: ["nap", "name", "nab"]) == "nab")
        #expect(Suggestion.nearest(to: "abc", among: [String]()) == nil)
        #expect(Suggestion.nearest(to: "a", among: ["b"]) == nil)
    }
}
