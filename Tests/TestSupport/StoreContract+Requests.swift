import ObjectGraph
import Testing

extension StoreContract {
    static let requestChecks = [
        StoreContractCheck("answers in order of insertion without sort keys") { fixture in
            let rows = try ["c", "a", "b"].map { try fixture.row("Tag", ["name": .string($0)]) }
            try fixture.commit { $0.inserted = rows.reversed() }
            #expect(try fixture.numbers("Tag") == rows.map(\.number))
        },
        StoreContractCheck("sorts by values, nulls first when ascending and last else") { fixture in
            let numbers = try insertArticles(fixture, ratings: [2.5, nil, 1, 2.5, nil])
            let up = try fixture.numbers("Article", sortedBy: [.ascending("rating")])
            let down = try fixture.numbers("Article", sortedBy: [.descending("rating")])
            #expect(up == [1, 4, 2, 0, 3].map { numbers[$0] })
            #expect(down == [0, 3, 2, 1, 4].map { numbers[$0] })
        },
        StoreContractCheck("sorts text by bytes, or folded") { fixture in
            let names: [Value] = ["b", "B", "é", "a", "z", "e"]
            let rows = try names.map { try fixture.insert("Person", ["name": $0]).number }
            let bytes = try fixture.numbers("Person", sortedBy: [.ascending("name")])
            let folded = try fixture.numbers(
                "Person",
                sortedBy: [.ascending("name", [.caseInsensitive, .diacriticInsensitive])])
            #expect(bytes == [1, 3, 0, 5, 4, 2].map { rows[$0] })
            #expect(folded == [3, 0, 1, 2, 5, 4].map { rows[$0] })
        },
        StoreContractCheck("sorts by several keys, also through relationships") { fixture in
            let zoe = try fixture.insert("Author", ["name": "Zoe"]).number
            let amy = try fixture.insert("Author", ["name": "Amy"]).number
            let numbers = try [(zoe, 1), (amy, 1), (amy, 2), (nil, 9)].map {
                try fixture.insert(
                    "Article",
                    ["author": $0.map(Value.integer) ?? .null, "articleID": .integer($1)]
                ).number
            }
            let keys: [SortKey] = [.ascending("author.name"), .descending("articleID")]
            let sorted = try fixture.numbers("Article", sortedBy: keys)
            #expect(sorted == [3, 2, 1, 0].map { numbers[$0] })
        },
        StoreContractCheck("applies offset and limit after sorting, and counts so") {
            fixture in
            let numbers = try insertArticles(fixture, ratings: [5, 4, 3, 2, 1])
            let keys: [SortKey] = [.ascending("rating")]
            let page = try fixture.numbers("Article", sortedBy: keys, limit: 2, offset: 1)
            #expect(page == [numbers[3], numbers[2]])
            #expect(try fixture.numbers("Article", limit: 0).isEmpty)
            #expect(try fixture.numbers("Article", offset: 9).isEmpty)
            #expect(try fixture.numbers("Article", offset: 4) == [numbers[4]])
            #expect(try count(fixture, limit: 2, offset: 1) == 2)
            #expect(try count(fixture, limit: 9, offset: 2) == 3)
            #expect(try count(fixture, limit: nil, offset: 9) == 0)
            #expect(try count(fixture, limit: nil, offset: 0) == 5)
        },
        StoreContractCheck("includes sub-entities, or does not") { fixture in
            let person = try fixture.insert("Person").number
            let author = try fixture.insert("Author").number
            #expect(try fixture.numbers("Person") == [person, author])
            #expect(try fixture.numbers("Person", includesSubentities: false) == [person])
            #expect(try fixture.numbers("Author") == [author])
        },
        StoreContractCheck("filters before it counts and cuts") { fixture in
            let numbers = try insertArticles(fixture, ratings: [1, 5, 2, 5, 5])
            let best: EntityPredicate = .attribute("rating") == 5.0
            #expect(
                try fixture.numbers("Article", best, limit: 2, offset: 1) == [
                    numbers[3], numbers[4],
                ])
        },
        StoreContractCheck("refuses names that the model does not have") { fixture in
            let error = #expect(throws: StoreError.self) {
                _ = try fixture.numbers("Article", .attribute("titel") == "x")
            }
            #expect(error?.code == .invalidRequest)
            #expect(error?.message.contains("did you mean 'title'?") == true)
            let sorting = #expect(throws: StoreError.self) {
                _ = try fixture.numbers("Article", sortedBy: [.ascending("keywords")])
            }
            #expect(sorting?.code == .invalidRequest)
        },
        StoreContractCheck("asks about relationships of every kind") { fixture in
            try checkRelationshipPredicates(fixture)
        },
    ]

    private static func insertArticles(
        _ fixture: StoreFixture, ratings: [Double?]
    ) throws -> [Int64] {
        let rows = try ratings.map { rating in
            try fixture.row("Article", ["rating": rating.map(Value.double) ?? .null])
        }
        try fixture.commit { $0.inserted = rows }
        return rows.map(\.number)
    }

    private static func count(_ fixture: StoreFixture, limit: Int?, offset: Int) throws -> Int {
        try fixture.backend.makeReader().count(
            matching: RowRequest(
                entity: try fixture.entity("Article"), limit: limit, offset: offset))
    }

    private static func checkRelationshipPredicates(_ fixture: StoreFixture) throws {
        let author = try fixture.insert("Author", ["name": "Amy"])
        let cover = try fixture.insert("Cover", ["caption": "sea"])
        let written = try fixture.insert(
            "Article", ["author": .integer(author.number), "cover": .integer(cover.number)])
        let loose = try fixture.insert("Article")
        let tag = try fixture.insert("Tag", ["name": "swift"])
        let unused = try fixture.insert("Tag", ["name": "linux"])
        let link = StoredLink(
            source: written.number, destination: tag.number, position: 0, inversePosition: 0)
        try fixture.commit {
            $0.links = [try fixture.links("Article", "tags", stored: [link])]
        }
        let name = ManagedObjectID(entityName: "Person", number: author.number)
        #expect(try fixture.numbers("Article", .relationship("author") == name) == [written.number])
        #expect(try fixture.numbers("Article", .relationship("author") != name) == [loose.number])
        #expect(try fixture.numbers("Article", .relationship("author") == nil) == [loose.number])
        #expect(
            try fixture.numbers("Article", .attribute("author.name") != "Amy") == [loose.number])
        #expect(
            try fixture.numbers("Article", .attribute("cover.caption") == "sea") == [written.number]
        )
        #expect(try fixture.numbers("Cover", .relationship("article") != nil) == [cover.number])
        #expect(try fixture.numbers("Article", .relationship("tags") == nil) == [loose.number])
        #expect(try fixture.numbers("Tag", .relationship("articles") == nil) == [unused.number])
        let tagged: EntityPredicate = .any("tags", .attribute("name") == "swift")
        #expect(try fixture.numbers("Article", tagged) == [written.number])
        #expect(try fixture.numbers("Article", .all("tags", .false)) == [loose.number])
        let byAmy: EntityPredicate = .any("articles", .attribute("author.name") == "Amy")
        #expect(try fixture.numbers("Tag", byAmy) == [tag.number])
        #expect(try fixture.numbers("Article", .any("author.articles", .true)) == [written.number])
    }
}
