import ObjectGraph
import Testing

/// Predicates parsed from text.
extension StoreContract {
    package static let predicateChecks: [StoreContractCheck] = [
        StoreContractCheck("answers predicates from text") { fixture in
            let graph = try PredicateGraph(fixture)
            for (format, rows) in graph.questions {
                let predicate = try EntityPredicate(format: format)
                #expect(
                    try fixture.numbers("Article", predicate) == rows.map(\.number), "\(format)")
            }
        },
        StoreContractCheck("takes objects and lists as arguments") { fixture in
            let graph = try PredicateGraph(fixture)
            let amy = ManagedObjectID(entityName: "Person", number: graph.amy.number)
            let first = ManagedObjectID(entityName: "Article", number: graph.first.number)
            let questions: [(EntityPredicate, [StoredRow])] = [
                (try EntityPredicate(format: "author == %@", amy), [graph.first]),
                (
                    try EntityPredicate(format: "NOT author IN %@", [amy]),
                    [graph.second, graph.third]
                ),
                (try EntityPredicate(format: "SELF != %@", first), [graph.second, graph.third]),
                (try EntityPredicate(format: "%@ IN author.articles", first), [graph.first]),
                (try EntityPredicate(format: "title IN %@", ["Two", "Four"]), [graph.second]),
            ]
            for (predicate, rows) in questions {
                #expect(
                    try fixture.numbers("Article", predicate) == rows.map(\.number), "\(predicate)")
            }
        },
        StoreContractCheck("refuses a regular expression that cannot be read") { fixture in
            let error = #expect(throws: StoreError.self) {
                _ = try fixture.numbers("Article", .attribute("title").matches("(a"))
            }
            #expect(error?.code == .invalidRequest)
            #expect(
                error?.message == "Article.title: character 1 of the regular expression: "
                    + "the group is not closed")
        },
        StoreContractCheck("answers the deepest predicate a text can be") { fixture in
            let row = try fixture.insert("Person", ["age": 1])
            let half = EntityPredicate.depthLimit / 2
            let deepest =
                String(repeating: "age == 2 OR (age == 1 AND (", count: half) + "age == 1"
                + String(repeating: "))", count: half)
            #expect(
                try fixture.numbers("Person", EntityPredicate(format: deepest)) == [row.number])
            let allFriends = PredicateResolver.levelLimit
            var nested = PropertyPath("age") == 1
            for _ in 0..<allFriends { nested = .all("friends", nested) }
            #expect(
                try fixture.numbers("Person", EntityPredicate(format: nested.description))
                    == [row.number])
            let error = #expect(throws: StoreError.self) {
                _ = try fixture.numbers("Person", .all("friends", nested))
            }
            #expect(error?.code == .invalidRequest)
            let negated = String(repeating: "NOT ", count: half * 2) + "age == 1"
            #expect(
                try fixture.numbers("Person", EntityPredicate(format: negated)) == [row.number])
        },
    ]

    /// Three articles: by Amy with two tags, with one tag but no author, and with neither.
    private struct PredicateGraph {
        let amy, first, second, third: StoredRow

        init(_ fixture: StoreFixture) throws {
            amy = try fixture.insert("Author", ["name": "Amy", "age": 40])
            first = try fixture.insert(
                "Article",
                ["title": "One", "author": .integer(amy.number), "rating": 4.5])
            second = try fixture.insert(
                "Article",
                [
                    "title": "Two", "isArchived": true,
                    "price": Value(storedDecimal: "0.1") ?? .null,
                ])
            third = try fixture.insert("Article")
            let swift = try fixture.insert("Tag", ["name": "swift"])
            let linux = try fixture.insert("Tag", ["name": "linux"])
            let ends = [(first, swift), (first, linux), (second, swift)]
            let links = ends.enumerated().map { index, ends in
                StoredLink(
                    source: ends.0.number, destination: ends.1.number, position: Int64(index),
                    inversePosition: Int64(index))
            }
            try fixture.commit {
                $0.links = [try fixture.links("Article", "tags", stored: links)]
            }
        }

        /// Predicate formats, and the articles that match.
        var questions: [(String, [StoredRow])] {
            [
                ("title MATCHES 'O.e'", [first]), ("title MATCHES 'O'", []),
                ("title MATCHES[c] 'o[m-o]E|two'", [first, second]),
                ("NOT title MATCHES '.*'", [third]),
                ("author.name MATCHES '^A\\\\w+$'", [first]),
                ("tags.@count == 0", [third]), ("tags.@count >= 1", [first, second]),
                ("NOT tags.@count > 1", [second, third]), ("tags.@count BETWEEN {1, 1}", [second]),
                ("author.articles.@count == 0", [second, third]),
                ("ANY tags.name == 'linux'", [first]),
                ("ALL tags.name == 'swift'", [second, third]),
                ("NONE tags.name == 'swift'", [third]),
                ("ANY tags.articles.title == 'One'", [first, second]),
                ("ALL tags.articles.@count == 2", [second, third]),
                ("ANY tags WHERE (name == 'linux' AND articles.@count == 1)", [first]),
                ("SELF.price == 0.1", [second]), ("rating == 4.5", [first]),
                ("author == nil AND NOT isArchived == YES", [third]),
            ]
        }
    }
}
