import ObjectGraph
import Testing

/// Commits that are based on an older version of the store than the one they are made to.
extension StoreContract {
    static let crossingChecks = [
        StoreContractCheck("refuses to give what only one can have to a second object") { fixture in
            let cover = try fixture.insert("Cover")
            let other = try fixture.insert("Article")
            let seen = try version(fixture)
            let holder = try fixture.insert("Article", ["cover": .integer(cover.number)])
            try expectRefusal(.conflict, of: fixture) {
                $0.inserted = [try fixture.row("Article", ["cover": .integer(cover.number)])]
                $0.seen = seen
            }
            let update = try fixture.update(other, ["cover": .integer(cover.number)])
            try expectRefusal(.conflict, of: fixture) {
                $0.updated = [update]
                $0.seen = seen
            }
            let error = #expect(throws: StoreError.self) {
                try fixture.commit {
                    $0.updated = [update]
                    $0.seen = seen
                }
            }
            for row in [holder, other, cover] {
                let name = fixture.model.layouts[row.entity].name
                #expect(error?.message.contains("\(name)/\(row.number)") == true)
            }
        },
        StoreContractCheck("lets a commit take from one object what it gives to another") {
            fixture in
            let covers = try (0..<2).map { _ in Value.integer(try fixture.insert("Cover").number) }
            let rows = try covers.map { try fixture.insert("Article", ["cover": $0]) }
            let seen = try version(fixture)
            try fixture.insert("Tag")
            try fixture.commit {
                $0.updated = [
                    try fixture.update(rows[0], ["cover": covers[1]]),
                    try fixture.update(rows[1], ["cover": covers[0]]),
                ]
                $0.seen = seen
            }
            let latest = try #require(try fixture.stored(rows[0]))
            try fixture.insert("Tag")
            try fixture.commit {
                $0.deleted = [fixture.deletion(latest)]
                $0.inserted = [try fixture.row("Article", ["cover": covers[1]])]
                $0.seen = seen
            }
            let slot = try fixture.slots("Article", ["cover"])[0]
            let left = try fixture.backend.makeReader().rows(
                matching: RowRequest(entity: try fixture.entity("Article")))
            #expect(left.map { $0.row[slot] } == [covers[0], covers[1]])
        },
        StoreContractCheck("places what two commits add to a list one after the other") { fixture in
            let author = try fixture.insert("Author")
            let owner = Value.integer(author.number)
            try fixture.insert("Article", ["author": owner, "author_position": 0])
            let seen = try version(fixture)
            let rows = try (1...2).map {
                try fixture.row(
                    "Article", ["author": owner, "author_position": .integer(Int64($0))])
            }
            try fixture.insert("Article", ["author": owner, "author_position": 1])
            try fixture.commit {
                $0.inserted = rows
                $0.seen = seen
            }
            let slot = try fixture.slots("Article", ["author_position"])[0]
            let stored = try fixture.backend.makeReader().rows(
                matching: RowRequest(entity: try fixture.entity("Article")))
            let places = Dictionary(
                uniqueKeysWithValues: stored.map { ($0.number, $0.row[slot]) })
            #expect(rows.map { places[$0.number] } == [3, 2])
            #expect(Set(places.values) == [0, 1, 2, 3])
            #expect(stored.allSatisfy { $0.version == 1 })
        },
        StoreContractCheck("places the links that two commits add one after the other") {
            fixture in
            let tag = try fixture.insert("Tag")
            let articles = try (0..<3).map { _ in try fixture.insert("Article") }
            let seen = try version(fixture)
            for article in articles {
                try fixture.commit {
                    $0.links = [
                        try fixture.links(
                            "Article", "tags",
                            stored: [
                                StoredLink(
                                    source: article.number, destination: tag.number, position: 0,
                                    inversePosition: 0)
                            ])
                    ]
                    $0.seen = seen
                }
            }
            let links = try fixture.backend.makeReader().links(
                of: fixture.relationship("Article", "tags"), to: [tag.number])
            let places = Dictionary(
                uniqueKeysWithValues: links.map { ($0.source, $0.inversePosition) })
            #expect(articles.map { places[$0.number] } == [0, 1, 2])
        },
    ]

    private static func version(_ fixture: StoreFixture) throws -> StoreVersion {
        let reader = try fixture.backend.makeReader()
        // A reader knows its version once it has read from every part.
        for entity in ["Article", "Tag"] {
            _ = try reader.count(matching: RowRequest(entity: try fixture.entity(entity)))
        }
        return try #require(reader.version)
    }
}
