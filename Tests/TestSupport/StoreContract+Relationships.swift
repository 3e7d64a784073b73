import ObjectGraph
import Testing

extension StoreContract {
    static let lookupChecks = [
        StoreContractCheck("looks rows up by keys, with and without an index") { fixture in
            let rows = try [1, 2, 2, nil].map { (key: Int64?) in
                try fixture.insert("Article", ["articleID": key.map(Value.integer) ?? .null]).number
            }
            func look(_ keys: [[Value]]) throws -> [Int64] {
                try fixture.numbers("Article", by: ["articleID"], keys: keys)
            }
            func checkAll() throws {
                #expect(try look([[1]]) == [rows[0]])
                #expect(try look([[2], [1], [2], [77]]) == [rows[0], rows[1], rows[2]])
                #expect(try look([[.null]]) == [rows[3]])
                #expect(try look([]).isEmpty)
            }
            try checkAll()
            let index = IndexDescription(
                entity: try fixture.entity("Article"),
                slots: try fixture.slots("Article", ["articleID"]), isUnique: false)
            try fixture.commit { $0.indexes = [index] }
            try checkAll()
        },
        StoreContractCheck("looks rows up by compound keys of several types") { fixture in
            let first = try fixture.insert("Article", ["section": "a", "small": 1]).number
            let second = try fixture.insert("Article", ["section": "a", "small": .null]).number
            try fixture.insert("Article", ["section": "b", "small": 1])
            let found = try fixture.numbers(
                "Article", by: ["section", "small"], keys: [["a", 1], ["a", .null], ["b", 2]])
            #expect(found == [first, second])
        },
        StoreContractCheck("looks zero up by either sign") { fixture in
            let rows = try [Double](arrayLiteral: 0.0, -0.0, 1.0).map {
                try fixture.insert("Article", ["rating": .double($0)]).number
            }
            for zero in [0.0, -0.0] {
                let found = try fixture.numbers("Article", by: ["rating"], keys: [[.double(zero)]])
                #expect(found == Array(rows.prefix(2)))
            }
        },
        StoreContractCheck("looks text up by its bytes") { fixture in
            try fixture.insert("Person", ["name": "e\u{301}", "email": "é"])
            #expect(try fixture.numbers("Person", by: ["name"], keys: [["é"]]).isEmpty)
            #expect(try fixture.numbers("Person", by: ["email"], keys: [["e\u{301}"]]).isEmpty)
            #expect(try fixture.numbers("Person", by: ["email"], keys: [["é"]]).count == 1)
        },
        StoreContractCheck("looks up rows of the family only") { fixture in
            let person = try fixture.insert("Person", ["email": "p"]).number
            let author = try fixture.insert("Author", ["email": "a"]).number
            let keys: [[Value]] = [["p"], ["a"]]
            #expect(try fixture.numbers("Person", by: ["email"], keys: keys) == [person, author])
            #expect(try fixture.numbers("Author", by: ["email"], keys: keys) == [author])
        },
        StoreContractCheck("sees changed and deleted keys in its indexes") { fixture in
            let row = try fixture.insert("Person", ["email": "old"])
            try fixture.commit { $0.updated = [try fixture.update(row, ["email": "new"])] }
            #expect(try fixture.numbers("Person", by: ["email"], keys: [["old"]]).isEmpty)
            #expect(try fixture.numbers("Person", by: ["email"], keys: [["new"]]) == [row.number])
            guard let stored = try fixture.stored(row) else { return }
            try fixture.commit { $0.deleted = [fixture.deletion(stored)] }
            #expect(try fixture.numbers("Person", by: ["email"], keys: [["new"]]).isEmpty)
        },
        StoreContractCheck("finds the rows that refer to others") { fixture in
            let authors = try (1...2).map { _ in try fixture.insert("Author") }
            let rows = try [0, 1, 0].map {
                try fixture.insert("Article", ["author": .integer(authors[$0].number)])
            }
            func referring(_ numbers: [Int64]) throws -> [Int64] {
                try fixture.backend.makeReader().rows(
                    referringThrough: try fixture.relationship("Article", "author"), to: numbers
                ).map(\.number).sorted()
            }
            #expect(try referring([authors[0].number]) == [rows[0].number, rows[2].number])
            #expect(try referring(authors.map(\.number) + [999]) == rows.map(\.number))
            let move = try fixture.update(rows[0], ["author": .integer(authors[1].number)])
            try fixture.commit {
                $0.updated = [move]
                $0.deleted = [fixture.deletion(rows[2])]
            }
            #expect(try referring([authors[0].number]).isEmpty)
            #expect(try referring([authors[1].number]) == [rows[0].number, rows[1].number])
        },
    ]

    static let linkChecks = [
        StoreContractCheck("keeps links with both positions") { fixture in
            let (article, tags) = try insertTagged(fixture)
            let links = [
                StoredLink(source: article, destination: tags[0], position: 1, inversePosition: 5),
                StoredLink(source: article, destination: tags[1], position: 0),
            ]
            try store(links, in: fixture)
            #expect(try leaving(article, fixture) == Set(links))
            #expect(try arriving(tags[0], fixture) == [links[0]])
            #expect(try arriving(tags[1], fixture) == [links[1]])
            #expect(try leaving(999, fixture).isEmpty)
        },
        StoreContractCheck("gives a link that is stored again its new positions") { fixture in
            let (article, tags) = try insertTagged(fixture)
            let old = StoredLink(source: article, destination: tags[0], position: 0)
            var new = old
            (new.position, new.inversePosition) = (7, 8)
            try store([old], in: fixture)
            try store([new], in: fixture)
            #expect(try leaving(article, fixture) == [new])
        },
        StoreContractCheck("removes links, and takes an absent one for removed") { fixture in
            let (article, tags) = try insertTagged(fixture)
            let links = tags.map { StoredLink(source: article, destination: $0) }
            try store([links[0]], in: fixture)
            try fixture.commit {
                $0.links = [try fixture.links("Article", "tags", removed: links)]
            }
            #expect(try leaving(article, fixture).isEmpty)
            try store(links, in: fixture)
            #expect(try leaving(article, fixture) == Set(links))
        },
        StoreContractCheck("removes the links of a deleted row at either end") { fixture in
            let (article, tags) = try insertTagged(fixture)
            try store(tags.map { StoredLink(source: article, destination: $0) }, in: fixture)
            let reader = try fixture.backend.makeReader()
            let rows = try reader.rows(root: try fixture.root("Tag"), numbers: [tags[0]])
            try fixture.commit { $0.deleted = rows.map(fixture.deletion) }
            #expect(try leaving(article, fixture).map(\.destination) == [tags[1]])
            let articles = try reader.rows(root: try fixture.root("Article"), numbers: [article])
            try fixture.commit { $0.deleted = articles.map(fixture.deletion) }
            #expect(try arriving(tags[1], fixture).isEmpty)
        },
        StoreContractCheck("stores rows and their links in one commit") { fixture in
            let (article, tag) = (try fixture.row("Article"), try fixture.row("Tag"))
            let link = StoredLink(source: article.number, destination: tag.number)
            try fixture.commit {
                $0.inserted = [article, tag]
                $0.links = [try fixture.links("Article", "tags", stored: [link])]
            }
            #expect(try leaving(article.number, fixture) == [link])
        },
        StoreContractCheck("keeps links among rows of one entity apart by direction") { fixture in
            let rows = try (1...2).map { _ in try fixture.insert("Article").number }
            let link = StoredLink(source: rows[0], destination: rows[1])
            try fixture.commit {
                $0.links = [try fixture.links("Article", "related", stored: [link])]
            }
            let related = try fixture.relationship("Article", "related")
            let reader = try fixture.backend.makeReader()
            #expect(try reader.links(of: related, from: rows) == [link])
            #expect(try reader.links(of: related, to: [rows[0]]).isEmpty)
            #expect(try fixture.numbers("Article", .any("related", .true)) == [rows[0]])
        },
    ]

    private static func insertTagged(_ fixture: StoreFixture) throws -> (Int64, [Int64]) {
        let tags = try (1...2).map { _ in try fixture.insert("Tag").number }
        return (try fixture.insert("Article").number, tags)
    }

    private static func store(_ links: [StoredLink], in fixture: StoreFixture) throws {
        try fixture.commit { $0.links = [try fixture.links("Article", "tags", stored: links)] }
    }

    private static func leaving(_ source: Int64, _ fixture: StoreFixture) throws -> Set<StoredLink>
    {
        let tags = try fixture.relationship("Article", "tags")
        return Set(try fixture.backend.makeReader().links(of: tags, from: [source]))
    }

    private static func arriving(_ target: Int64, _ fixture: StoreFixture) throws -> Set<StoredLink>
    {
        let tags = try fixture.relationship("Article", "tags")
        return Set(try fixture.backend.makeReader().links(of: tags, to: [target]))
    }
}
