import ObjectGraph
import Testing

extension StoreContract {
    /// Range requests: an optimisation for adjacent row numbers that must not affect results.
    static let rangeChecks = [
        StoreContractCheck("finds rows by whole numbers, however these lie") { fixture in
            let identifiers = [.min, .max, 100] + Array<Int64>(-3...8)
            let rows = try identifiers.map {
                try fixture.row("Article", ["articleID": .integer($0)])
            }
            try fixture.commit { $0.inserted = rows }
            let (entity, root) = (try fixture.entity("Article"), try fixture.root("Article"))
            let slots = try fixture.slots("Article", ["articleID"])
            for wanted in questions {
                let expected = zip(identifiers, rows).filter { wanted.contains($0.0) }
                    .map(\.1.number).sorted()
                let reader = try fixture.backend.makeReader()
                let found = try reader.rows(entity: entity, slots: slots, keys: .integers(wanted))
                #expect(found.map(\.number).sorted() == expected, "\(wanted)")
                let same = try reader.rows(root: root, numbers: expected)
                #expect(same.map(\.number).sorted() == expected, "\(expected)")
            }
        },
        StoreContractCheck("finds links and references by numbers, however these lie") { fixture in
            let authors = try (0..<12).map { _ in try fixture.row("Author") }
            let tags = try (0..<12).map { _ in try fixture.row("Tag") }
            let articles = try authors.map {
                try fixture.row("Article", ["author": .integer($0.number)])
            }
            // Each article has its own tag and the next one.
            let links = articles.indices.flatMap { place in
                [place, (place + 1) % 12].map {
                    StoredLink(source: articles[place].number, destination: tags[$0].number)
                }
            }
            let changes = try fixture.links("Article", "tags", stored: links)
            try fixture.commit {
                $0.inserted = authors + tags + articles
                $0.links = [changes]
            }
            let relationship = try fixture.relationship("Article", "tags")
            let reference = try fixture.relationship("Article", "author")
            for wanted in questions {
                let places = articles.indices.filter { wanted.contains(Int64($0)) }
                let sources = Set(places.map { articles[$0].number })
                let destinations = Set(places.map { tags[$0].number })
                let reader = try fixture.backend.makeReader()
                let leaving = try reader.links(of: relationship, from: sources.sorted())
                #expect(Set(leaving) == Set(links.filter { sources.contains($0.source) }))
                let arriving = try reader.links(of: relationship, to: destinations.sorted())
                #expect(
                    Set(arriving) == Set(links.filter { destinations.contains($0.destination) }))
                let referring = try reader.rows(
                    referringThrough: reference, to: places.map { authors[$0].number })
                #expect(Set(referring.map(\.number)) == sources, "\(wanted)")
            }
        },
    ]

    /// Adjacent, with gaps, descending, repeated, far apart, and absent.
    private static let questions: [[Int64]] = [
        [0, 1, 2, 3], Array(-3...8), [0, 1, 3, 4, 6], [0, 4, 8], [.min, .max], [5], [8, 7, 6, 5],
        [2, 2, 3, 3, 4], [200, 201, 202], [-2, -1, 1, 2, 9, 10], [.max, .max - 1],
        [7, 8, 9, 10, 11],
    ]
}
