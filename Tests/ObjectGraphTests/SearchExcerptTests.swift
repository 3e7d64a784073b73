import ObjectGraph
import TestSupport
import Testing

/// The parts of texts that hits of searches show.
@Suite("Excerpts")
struct SearchExcerptTests {
    private func marked(_ text: String, _ query: SearchQuery, _ length: Int = 160) -> String? {
        SearchExcerpt(of: text, at: "text", query.wantedTerms, length: length)?.marked("[", "]")
    }

    @Test("mark the words that were found")
    func marks() {
        #expect(marked("The Ångström, & co.", "angstrom") == "The [Ångström], & co.")
        #expect(marked("big harbour, big ship", "\"big ship\"") == "big harbour, [big ship]")
        #expect(marked("harbours and harbour", "harb*") == "[harbours] and [harbour]")
        #expect(marked("東京タワー", "京タ") == "東[京タ]ワー")
        #expect(marked("a b c", "\"a b\" OR \"b c\"") == "[a b c]")
        #expect(marked("a b", "a -b") == "[a] b")
        #expect(marked("nothing", "a") == nil)
        #expect(marked("", "a") == nil)
        #expect(marked("e\u{301}te\u{301} 👩‍👩‍👧 été", "ete") == "[e\u{301}te\u{301}] 👩‍👩‍👧 [été]")
    }

    @Test("begin and end with whole words")
    func lengths() {
        let text = (1...50).map { "word\($0)" }.joined(separator: " ")
        #expect(marked(text, "word1", 20) == "[word1] word2 word3…")
        #expect(marked(text, "word25", 24) == "…[word25] word26 word27…")
        #expect(marked(text, "word50", 20) == "…[word50]")
        #expect(marked(text, "word25", 1) == "…[word25]…")
        #expect(marked(text, "word25", 0) == "…[word25]…")
    }

    @Test("are parts of their texts with all marks inside", arguments: Seeds.upTo(10))
    func randomTexts(seed: UInt64) throws {
        var values = RandomValues(SeededGenerator(seed: seed))
        for _ in 0..<400 {
            let texts = (0..<values.generator.pick([1, 3, 20])).compactMap { _ in
                if case .string(let text) = values.value(of: .string, null: 0) { text } else { nil }
            }
            let text = texts.joined(separator: values.generator.pick([" ", "", "\n"]))
            let terms = SearchQuery(values.searchText()).wantedTerms
            let length = values.generator.pick([0, 1, 5, 20, 200])
            let found = terms.contains { term in
                SearchReference.holds(.term(term), [text])
            }
            let excerpt = SearchExcerpt(of: text, at: "text", terms, length: length)
            #expect((excerpt != nil) == found, "\(values.generator): \(text)")
            guard let excerpt else { continue }
            #expect(!excerpt.ranges.isEmpty)
            var part = excerpt.text
            if !text.hasPrefix(part), part.first == "…" { part.removeFirst() }
            if !text.contains(part), part.last == "…" { part.removeLast() }
            #expect(text.contains(part), "\(values.generator): \(text): \(excerpt.text)")
            for range in excerpt.ranges {
                let word = String(excerpt.text[range])
                let isFound = terms.contains { SearchReference.holds(.term($0), [word]) }
                #expect(isFound, "\(values.generator): \(word)")
            }
        }
    }
}
