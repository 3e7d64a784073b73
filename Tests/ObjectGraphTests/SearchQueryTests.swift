import Foundation
import ObjectGraph
import TestSupport
import Testing

/// The language of searches.
@Suite("Search queries")
struct SearchQueryTests {
    @Test(
        "reads what people type",
        arguments: [
            ("harbour storm", "harbour storm"),
            ("Harbour AND Storm", "harbour storm"),
            ("harbour OR storm", "harbour OR storm"),
            ("a b OR c d", "(a b) OR (c d)"),
            ("harbour -storm", "harbour NOT storm"),
            ("NOT storm", "NOT storm"), ("NOT NOT storm", "storm"), ("--storm", "storm"),
            ("\"big harbour\" marin*", "\"big harbour\" marin*"),
            ("“big harbour”", "\"big harbour\""),
            ("big-harbour", "\"big harbour\""), ("\"big harb*\"", "\"big harb*\""),
            ("\"big harb\"*", "\"big harb*\""),
            ("(harbour OR port) storm", "(harbour OR port) storm"),
            ("NOT (a b)", "NOT (a b)"),
            ("東京", "\"東 京\""),
            // Incomplete and hostile texts.
            ("", ""), ("  ", ""), ("OR", ""), ("AND NOT", ""), ("-", ""), ("!!! ,", ""),
            ("\"", ""), ("\"\"", ""), ("()", ""), ("(((", ""), (")))", ""), ("*", ""),
            ("harbour OR", "harbour"), ("OR harbour", "harbour"), ("harbour NOT", "harbour"),
            ("\"big harbour", "\"big harbour\""), ("(harbour", "harbour"), ("a) b", "a b"),
            ("a () b", "a b"), ("a OR OR b", "a OR b"), ("a | b", "a OR b"),
            ("or and not", "or and not"),
            ("title:harbour", "\"title harbour\""), ("x' OR 1=1 --", "x OR \"1 1\""),
            ("NEAR(a b)", "near a b"),
        ])
    func reading(text: String, expected: String) {
        let query = SearchQuery(text)
        #expect(query.description == expected)
        #expect(SearchQuery(query.description) == query)
        #expect(query.isEmpty == expected.isEmpty)
    }

    @Test("takes the last word as a beginning while it is typed")
    func prefixes() {
        #expect(SearchQuery("big harb", isPrefix: true).description == "big harb*")
        #expect(SearchQuery("\"big harb", isPrefix: true).description == "\"big harb*\"")
        #expect(SearchQuery("big (", isPrefix: true).description == "big")
        #expect(SearchQuery("", isPrefix: true).isEmpty)
        #expect(
            SearchQuery(anyOf: ["Asia", "Roy", "!"], arePrefixes: true).description
                == "asia* OR roy*")
        #expect(SearchQuery(anyOf: []).isEmpty)
    }

    @Test("ignores parentheses that are nested very deeply")
    func depth() {
        let deep = String(repeating: "(", count: 100_000) + "a" + String(repeating: ")", count: 9)
        #expect(SearchQuery(deep).description == "a")
        #expect(SearchQuery(String(repeating: "NOT ", count: 100_001) + "a").description == "NOT a")
    }

    @Test("reads every text, and what it writes", arguments: Seeds.upTo(5))
    func everyText(seed: UInt64) {
        var values = RandomValues(SeededGenerator(seed: seed))
        for _ in 0..<3000 {
            let query = SearchQuery(values.searchText())
            #expect(SearchQuery(query.description) == query, "\(values.generator): \(query)")
        }
    }

    @Test("is a value of predicates' text and of coders")
    func texts() throws {
        let predicate: EntityPredicate =
            .matches("harbour -storm", in: ["title", "author.name"]) && .attribute("likes") > 2
        let text = "search(\"harbour NOT storm\", title, author.name) AND likes > 2"
        #expect(predicate.description == text)
        #expect(try EntityPredicate(format: text) == predicate)
        #expect(try EntityPredicate(format: "SELF SEARCH 'storm'") == .matches("storm"))
        #expect(
            try EntityPredicate(format: "author.name SEARCH 'a OR b'")
                == .matches("a OR b", in: ["author.name"]))
        let coded = try JSONEncoder().encode(predicate)
        #expect(try JSONDecoder().decode(EntityPredicate.self, from: coded) == predicate)
    }

    @Test(
        "is refused with its place",
        arguments: [
            ("search(title)", "expected a text with the words to search"),
            ("search('a' title)", "expected ')'"), ("search('a', 3)", "the path of a text"),
            ("3 SEARCH 'a'", "expected a property or SELF"), ("title SEARCH 3", "words to search"),
            ("title SEARCH[c] 'a'", "options in brackets"),
        ])
    func mistakes(text: String, message: String) {
        let error = #expect(throws: PredicateFormatError.self) {
            _ = try EntityPredicate(format: text)
        }
        #expect(error?.description.contains(message) == true, "\(String(describing: error))")
    }
}
