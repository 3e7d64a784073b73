import ObjectGraph
import Testing

/// Conditions on texts, compared with a plain search.
extension StoreContract {
    static let textChecks = [
        StoreContractCheck("sorts and finds texts with U+0000 and U+0001") { fixture in
            let rows = try controls.map { try fixture.row("Person", ["name": .string($0)]) }
            try fixture.commit { $0.inserted = rows }
            for row in rows { #expect(try fixture.stored(row) == row) }
            let sorted = zip(controls, rows).sorted {
                $0.0.utf8.lexicographicallyPrecedes($1.0.utf8)
            }.map(\.1.number)
            #expect(try fixture.numbers("Person", sortedBy: [.ascending("name")]) == sorted)
            #expect(
                try fixture.numbers("Person", sortedBy: [.descending("name")])
                    == sorted.reversed())
            for (text, row) in zip(controls, rows) {
                let key = Value.string(text)
                #expect(
                    try fixture.numbers("Person", by: ["name"], keys: [[key]]) == [row.number])
            }
            let comparisons: [EntityPredicate.Comparison] = [
                .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual,
            ]
            try expectReference(
                "Person", in: fixture,
                predicates: controls.flatMap { text in
                    comparisons.map { PropertyPath("name").compared($0, .string(text)) }
                })
        },
        StoreContractCheck("matches U+0000 to U+0002 in texts and patterns") {
            fixture in
            let rows = try controls.map { try fixture.row("Person", ["name": .string($0)]) }
            try fixture.commit { $0.inserted = rows }
            let patterns =
                controls + [
                    "?", "??", "???", "?*", "*?b", "a?b", "*\u{1}*", "\0*", "*\u{2}", "a*b",
                ]
            try expectReference(
                "Person", in: fixture,
                predicates: patterns.flatMap { pattern in
                    kinds.flatMap { kind in
                        [[], .caseInsensitive].map { options in
                            EntityPredicate(
                                .text(
                                    PropertyPath("name"), TextMatch(kind, pattern, options)))
                        }
                    }
                })
        },
        StoreContractCheck("compares 10 000 random texts and patterns with any options") {
            fixture in
            try checkRandomTexts(
                fixture,
                alphabet: [
                    "a", "b", "A", "B", "é", "e", "\u{301}", "É", "ß", "S", "中", "😀", "\u{1F3FD}",
                    "\0", "\u{1}", "\u{2}", " ", "*", "?",
                ], SeededGenerator(seed: 49))
        },
        StoreContractCheck("finds signs that have a meaning in patterns of SQL") { fixture in
            try checkRandomTexts(
                fixture, alphabet: ["%", "_", "\\", "?", "*", "a", "'", "\"", "^", "["],
                SeededGenerator(seed: 50))
        },
        StoreContractCheck("matches expressions through paths and quantifiers") { fixture in
            let expressions = [
                "title MATCHES 'a.*'", "author.name MATCHES '[a-zé]+'",
                "ANY tags.name MATCHES '.*1'",
                "ALL tags.name MATCHES '.*[1-5]'", "NONE tags.name MATCHES '.*[12]'",
                "ANY author.articles.title MATCHES[c] 'A.?'",
                "NONE tags.articles.title MATCHES 'a+b?'",
                "ANY tags WHERE (name MATCHES '.*' AND articles.@count > 1)",
                "cover.article.title MATCHES '.*'",
            ]
            let others = expressions.flatMap { expression in
                ["LIKE", "ENDSWITH", "CONTAINS", "BEGINSWITH"].map {
                    expression.replacing("MATCHES", with: $0).replacing(".*", with: "*")
                }
            }
            try expectReference(
                in: fixture, (expressions + others).flatMap { [$0, "NOT (\($0))"] })
        },
        StoreContractCheck("needs time in proportion for a nested repetition") { fixture in
            let text = String(repeating: "a", count: 40)
            let rows = try (0..<200).map { number in
                try fixture.row("Article", ["title": .string(number == 7 ? text + "b" : text)])
            }
            try fixture.commit { $0.inserted = rows }
            let predicate = try EntityPredicate(format: "title MATCHES '(a+)+b'")
            #expect(try fixture.numbers("Article", predicate) == [rows[7].number])
        },
    ]

    /// Texts of characters that a database may keep as several.
    private static let controls = [
        "", "\0", "\0\0", "\0a", "a\0b", "a\u{1}b", "\u{1}", "\u{1}\0", "\u{1}\u{1}", "\u{1}\u{2}",
        "\0\u{1}", "\0\u{2}", "\u{2}", "\u{2}\u{2}", "a", "ab", "a\0", "\u{1}a", "aa", "a\u{2}b",
    ]

    private static let kinds: [TextMatch.Kind] = [.equals, .contains, .begins, .ends, .like]

    /// Compares 100 texts with 100 patterns, plain and with options.
    private static func checkRandomTexts(
        _ fixture: StoreFixture, alphabet: [Unicode.Scalar], _ generator: SeededGenerator
    ) throws {
        var random = generator
        func text(_ lengths: Range<Int>) -> String {
            var text = String.UnicodeScalarView()
            for _ in 0..<random.pick(Array(lengths)) { text.append(random.pick(alphabet)) }
            return String(text)
        }
        let texts = (0..<100).map { _ in text(0..<7) }
        let rows = try texts.map { try fixture.row("Person", ["name": .string($0)]) }
        try fixture.commit { $0.inserted = rows }
        let options: [TextOptions] = [
            .caseInsensitive, .diacriticInsensitive, [.caseInsensitive, .diacriticInsensitive],
        ]
        let predicates = (0..<100).flatMap { number in
            let kind = kinds[number % kinds.count]
            var pattern = Array(
                (random.chance(0.5) ? random.pick(texts) : text(0..<4)).unicodeScalars)
            if kind == .like, !pattern.isEmpty {
                for _ in 0..<random.pick([0, 1, 2]) {
                    pattern[random.pick(Array(pattern.indices))] = random.pick(["*", "?", "\\"])
                }
            }
            var view = String.UnicodeScalarView()
            view.append(contentsOf: pattern)
            return [[], random.pick(options)].map {
                EntityPredicate(.text(PropertyPath("name"), TextMatch(kind, String(view), $0)))
            }
        }
        try expectReference("Person", in: fixture, predicates: predicates)
    }
}
