import ObjectGraph
import Testing

extension StoreContract {
    static let conflictChecks = [
        StoreContractCheck("refuses to update a row of another version") { fixture in
            let row = try fixture.insert("Tag", ["name": "a"])
            try fixture.commit { $0.updated = [try fixture.update(row, ["name": "b"])] }
            try expectRefusal(.conflict, of: fixture) {
                $0.updated = [try fixture.update(row, ["name": "c"])]
            }
        },
        StoreContractCheck("names the object of a conflict") { fixture in
            let row = try fixture.insert("Author")
            try fixture.commit { $0.updated = [try fixture.update(row, ["name": "b"])] }
            let update = try fixture.update(row, ["name": "c"])
            let error = #expect(throws: StoreError.self) {
                try fixture.commit { $0.updated = [update] }
            }
            #expect(error?.message.contains("Person/\(row.number)") == true)
        },
        StoreContractCheck("refuses to update a deleted row") { fixture in
            let row = try fixture.insert("Tag")
            try fixture.commit { $0.deleted = [fixture.deletion(row)] }
            try expectRefusal(.conflict, of: fixture) {
                $0.updated = [try fixture.update(row, ["name": "c"])]
            }
        },
        StoreContractCheck("refuses to delete a row of another version, or twice") {
            fixture in
            let row = try fixture.insert("Tag")
            try fixture.commit { $0.updated = [try fixture.update(row, ["name": "b"])] }
            try expectRefusal(.conflict, of: fixture) { $0.deleted = [fixture.deletion(row)] }
            var current = row
            current.version = 2
            let deletion = fixture.deletion(current)
            try fixture.commit { $0.deleted = [deletion] }
            try expectRefusal(.conflict, of: fixture) { $0.deleted = [deletion] }
        },
        StoreContractCheck("writes nothing of a commit that fails") { fixture in
            let row = try fixture.insert("Tag", ["name": "a"])
            let article = try fixture.insert("Article")
            let stale = RowDeletion(number: row.number, entity: row.entity, version: 9)
            let other = try fixture.insert("Tag", ["name": "b"])
            try expectRefusal(.conflict, of: fixture) {
                $0.inserted = [try fixture.row("Tag", ["name": "c"])]
                $0.updated = [try fixture.update(other, ["name": "d"])]
                $0.deleted = [stale]
                $0.links = [
                    try fixture.links(
                        "Article", "tags",
                        stored: [StoredLink(source: article.number, destination: row.number)])
                ]
                $0.connections = [connection("author")]
            }
        },
    ]

    static let uniquenessChecks = [
        StoreContractCheck("refuses a second row with a unique value") { fixture in
            try fixture.insert("Tag", ["name": "a"])
            try expectRefusal(.uniqueness, of: fixture) {
                $0.inserted = [try fixture.row("Tag", ["name": "a"])]
            }
            try expectRefusal(.uniqueness, of: fixture) {
                $0.inserted = [
                    try fixture.row("Tag", ["name": "b"]), try fixture.row("Tag", ["name": "b"]),
                ]
            }
            #expect(try fixture.numbers("Tag", by: ["name"], keys: [["b"]]).isEmpty)
            try fixture.insert("Tag", ["name": "b"])
        },
        StoreContractCheck("refuses an update to a unique value of another row") { fixture in
            try fixture.insert("Tag", ["name": "a"])
            let row = try fixture.insert("Tag", ["name": "b"])
            try expectRefusal(.uniqueness, of: fixture) {
                $0.updated = [try fixture.update(row, ["name": "a"])]
            }
            #expect(try fixture.numbers("Tag", by: ["name"], keys: [["b"]]) == [row.number])
        },
        StoreContractCheck("never takes null for a shared value") { fixture in
            for _ in 1...2 { try fixture.insert("Author", ["agency": "x"]) }
            #expect(try fixture.numbers("Author").count == 2)
        },
        StoreContractCheck("compares combinations of attributes as a whole") { fixture in
            try fixture.insert("Author", ["agency": "x", "contract": 1])
            try fixture.insert("Author", ["agency": "x", "contract": 2])
            try expectRefusal(.uniqueness, of: fixture) {
                $0.inserted = [try fixture.row("Author", ["agency": "x", "contract": 1])]
            }
        },
        StoreContractCheck("shares a unique attribute with sub-entities") { fixture in
            try fixture.insert("Person", ["email": "a"])
            try expectRefusal(.uniqueness, of: fixture) {
                $0.inserted = [try fixture.row("Author", ["email": "a"])]
            }
        },
        StoreContractCheck("lets a new row take the key of a deleted one") { fixture in
            let old = try fixture.insert("Tag", ["name": "a"])
            let new = try fixture.row("Tag", ["name": "a"])
            try fixture.commit {
                $0.inserted = [new]
                $0.deleted = [fixture.deletion(old)]
            }
            #expect(try fixture.numbers("Tag", by: ["name"], keys: [["a"]]) == [new.number])
        },
        StoreContractCheck("lets a new row take a key that another one gives up") {
            fixture in
            let old = try fixture.insert("Tag", ["name": "a"])
            let new = try fixture.row("Tag", ["name": "a"])
            try fixture.commit {
                $0.inserted = [new]
                $0.updated = [try fixture.update(old, ["name": "b"])]
            }
            #expect(try fixture.numbers("Tag", by: ["name"], keys: [["a"]]) == [new.number])
        },
        StoreContractCheck("lets two rows swap their keys") { fixture in
            let rows = try ["a", "b"].map { try fixture.insert("Tag", ["name": $0]) }
            try fixture.commit {
                $0.updated = [
                    try fixture.update(rows[0], ["name": "b"]),
                    try fixture.update(rows[1], ["name": "a"]),
                ]
            }
            #expect(try fixture.numbers("Tag", by: ["name"], keys: [["a"]]) == [rows[1].number])
        },
        StoreContractCheck("refuses shared keys of a unique index for a load") { fixture in
            let index = try uniqueIndex(fixture)
            try expectRefusal(.uniqueness, of: fixture) {
                $0.indexes = [index]
                $0.inserted = try (1...2).map { _ in try fixture.row("Article", ["articleID": 1]) }
            }
            // The index was rolled back together with the failed commit.
            for _ in 1...2 { try fixture.insert("Article", ["articleID": 2]) }
            #expect(try fixture.numbers("Article").count == 2)
        },
        StoreContractCheck("keeps an index plain that a failed commit wanted unique") { fixture in
            let index = try uniqueIndex(fixture)
            let plain = IndexDescription(
                entity: index.entity, slots: index.slots, isUnique: false)
            try fixture.insert("Tag", ["name": "a"])
            try fixture.insert("Article", ["articleID": 1])
            try fixture.commit { $0.indexes = [plain] }
            try expectRefusal(.uniqueness, of: fixture) {
                $0.indexes = [index]
                $0.inserted = [try fixture.row("Tag", ["name": "a"])]
            }
            for _ in 1...2 { try fixture.insert("Article", ["articleID": 1]) }
            #expect(try fixture.numbers("Article", by: ["articleID"], keys: [[1]]).count == 3)
        },
        StoreContractCheck("keeps the unique index of a load for later ones") { fixture in
            let index = try uniqueIndex(fixture)
            try fixture.commit {
                $0.indexes = [index]
                $0.inserted = [try fixture.row("Article", ["articleID": 1])]
            }
            try expectRefusal(.uniqueness, of: fixture) {
                $0.inserted = [try fixture.row("Article", ["articleID": 1])]
            }
            try fixture.commit { $0.indexes = [index] }
        },
        StoreContractCheck("makes a plain index where stored rows share keys") { fixture in
            let index = try uniqueIndex(fixture)
            for _ in 1...2 { try fixture.insert("Article", ["articleID": 1]) }
            try fixture.commit { $0.indexes = [index] }
            try fixture.insert("Article", ["articleID": 1])
            #expect(try fixture.numbers("Article", by: ["articleID"], keys: [[1]]).count == 3)
        },
    ]

    static let referenceChecks = [
        StoreContractCheck("refuses a reference to a row that does not exist") { fixture in
            let row = try fixture.insert("Article")
            try expectRefusal(.brokenReference, of: fixture) {
                $0.inserted = [try fixture.row("Article", ["author": 999])]
            }
            try expectRefusal(.brokenReference, of: fixture) {
                $0.updated = [try fixture.update(row, ["author": 999])]
            }
        },
        StoreContractCheck("refuses to delete a row that others refer to") { fixture in
            let author = try fixture.insert("Author")
            let article = try fixture.insert("Article", ["author": .integer(author.number)])
            try expectRefusal(.brokenReference, of: fixture) {
                $0.deleted = [fixture.deletion(author)]
            }
            try expectRefusal(.brokenReference, of: fixture) {
                $0.deleted = [fixture.deletion(author)]
                $0.updated = [try fixture.update(article, ["title": "x"])]
            }
        },
        StoreContractCheck("deletes a row together with what referred to it") { fixture in
            let author = try fixture.insert("Author")
            let both = try (1...2).map { _ in
                try fixture.insert("Article", ["author": .integer(author.number)])
            }
            try fixture.commit {
                $0.deleted = [author, both[0]].map(fixture.deletion)
                $0.updated = [try fixture.update(both[1], ["author": .null])]
            }
            #expect(try fixture.numbers("Article") == [both[1].number])
            #expect(try fixture.numbers("Author").isEmpty)
        },
        StoreContractCheck("inserts rows that refer to each other") { fixture in
            var author = try fixture.row("Author")
            let article = try fixture.row("Article", ["author": .integer(author.number)])
            let slot = try fixture.slots("Author", ["favourite"])[0]
            author.row[slot] = .integer(article.number)
            try fixture.commit { $0.inserted = [author, article] }
            #expect(try fixture.stored(author) == author)
        },
        StoreContractCheck("refuses a link that lacks an end") { fixture in
            let (article, tag) = (try fixture.insert("Article"), try fixture.insert("Tag"))
            let ends = [(article.number, 999), (999, tag.number)] as [(Int64, Int64)]
            for (source, destination) in ends {
                let link = StoredLink(source: source, destination: destination)
                try expectRefusal(.brokenReference, of: fixture) {
                    $0.links = [try fixture.links("Article", "tags", stored: [link])]
                }
            }
            let link = StoredLink(source: article.number, destination: tag.number)
            try expectRefusal(.brokenReference, of: fixture) {
                $0.deleted = [fixture.deletion(tag)]
                $0.links = [try fixture.links("Article", "tags", stored: [link])]
            }
        },
    ]

    static let registrationChecks = [
        StoreContractCheck("registers each connection once, in order") { fixture in
            #expect(try fixture.backend.makeReader().connections().isEmpty)
            let all = ["tags", "author", "cover"].map(connection)
            try fixture.commit { $0.connections = [all[0], all[1]] }
            try fixture.commit { $0.connections = [all[1], all[2], all[0]] }
            #expect(try fixture.backend.makeReader().connections() == all)
        },
        StoreContractCheck("tells connections with different predicates apart") { fixture in
            let plain = connection("author")
            var filtered = plain
            filtered.sourcePredicate = .attribute("isArchived") == false
            try fixture.commit { $0.connections = [plain, filtered, filtered] }
            #expect(try fixture.backend.makeReader().connections() == [plain, filtered])
        },
    ]

    private static func connection(_ relationship: String) -> ConnectionDescription {
        ConnectionDescription(
            entity: "Article", relationship: relationship,
            connectedBy: ["section": "name", "title": "email"])
    }

    private static func uniqueIndex(_ fixture: StoreFixture) throws -> IndexDescription {
        IndexDescription(
            entity: try fixture.entity("Article"),
            slots: try fixture.slots("Article", ["articleID"]), isUnique: true)
    }
}
