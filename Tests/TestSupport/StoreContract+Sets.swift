import Foundation
import ObjectGraph
import Testing

/// Commits of many rows, and what their errors say.
extension StoreContract {
    static let setChecks = [
        StoreContractCheck("names the one stale update of 10 000, and writes nothing") {
            fixture in
            let rows = try (0..<10_000).map { number in
                try fixture.row("Article", ["small": .integer(Int64(number % 100))])
            }
            try fixture.commit { $0.inserted = rows }
            let stale = rows[4711]
            try fixture.commit { $0.updated = [try fixture.update(stale, ["small": 7])] }
            let before = try fixture.content()
            let error = #expect(throws: StoreError.self) {
                try fixture.commit { changes in
                    changes.updated = try rows.map { try fixture.update($0, ["small": -1]) }
                }
            }
            #expect(error?.code == .conflict)
            #expect(error?.message.contains("Article/\(stale.number)") == true)
            #expect(try fixture.content() == before)
        },
        StoreContractCheck("says in words of the model what two new rows share") { fixture in
            let values: [String: Value] = ["agency": "private", "contract": 314_159]
            let rows = try (1...2).map { _ in try fixture.row("Author", values) }
            let error = #expect(throws: StoreError.self) {
                try fixture.commit { $0.inserted = rows }
            }
            #expect(error?.code == .uniqueness)
            for word in ["Author", "agency", "contract"] {
                #expect(error?.message.contains(word) == true, "\(word)")
            }
            for word in ["private", "314159", "_by_", "agency_contract"] {
                #expect(error?.description.contains(word) == false, "\(word)")
            }
            #expect(try fixture.numbers("Author").isEmpty)
        },
        StoreContractCheck("lets keys go round among new, changed and deleted rows") {
            fixture in
            let rows = try ["a", "b", "c"].map { try fixture.insert("Tag", ["name": $0]) }
            let new = try fixture.row("Tag", ["name": "a"])
            try fixture.commit {
                $0.deleted = [fixture.deletion(rows[2])]
                $0.updated = [
                    try fixture.update(rows[0], ["name": "b"]),
                    try fixture.update(rows[1], ["name": "c"]),
                ]
                $0.inserted = [new]
            }
            let keys: [Value] = ["a", "b", "c"]
            let found = try keys.map { try fixture.numbers("Tag", by: ["name"], keys: [[$0]]) }
            #expect(found == [new, rows[0], rows[1]].map { [$0.number] })
        },
        StoreContractCheck("names the object whose reference would lead nowhere") {
            fixture in
            let stored = try fixture.insert("Article")
            let changes: [(inout ChangeSet) throws -> Void] = [
                { $0.inserted = [try fixture.row("Article", ["author": 999])] },
                { $0.updated = [try fixture.update(stored, ["author": 999])] },
            ]
            for (change, number) in zip(changes, [stored.number + 1, stored.number]) {
                let error = #expect(throws: StoreError.self) { try fixture.commit(change) }
                #expect(error?.code == .brokenReference)
                #expect(error?.message.contains("Article/\(number).author") == true)
            }
        },
        StoreContractCheck("keeps the links between others when a row goes") { fixture in
            let rows = try (1...3).map { _ in try fixture.insert("Article") }
            let ends = [(0, 1), (1, 2), (0, 2), (1, 1)]
            let links = ends.map {
                StoredLink(source: rows[$0.0].number, destination: rows[$0.1].number)
            }
            try fixture.commit {
                $0.links = [try fixture.links("Article", "related", stored: links)]
            }
            try fixture.commit { $0.deleted = [fixture.deletion(rows[1])] }
            let related = try fixture.relationship("Article", "related")
            let reader = try fixture.backend.makeReader()
            let numbers = rows.map(\.number)
            #expect(try reader.links(of: related, from: numbers) == [links[2]])
            #expect(try reader.links(of: related, to: numbers) == [links[2]])
        },
    ]

    static let valueChecks = [
        StoreContractCheck("takes decimals with other zeros at the end for equal") {
            fixture in
            let short = try #require(Decimal(string: "1.5"))
            let long = Decimal(sign: .plus, exponent: -4, significand: 15_000)
            let index = IndexDescription(
                entity: try fixture.entity("Article"),
                slots: try fixture.slots("Article", ["price"]), isUnique: true)
            let row = try fixture.row("Article", ["price": .decimal(short)])
            try fixture.commit {
                $0.indexes = [index]
                $0.inserted = [row]
            }
            #expect(
                try fixture.numbers("Article", by: ["price"], keys: [[.decimal(long)]])
                    == [row.number])
            try expectRefusal(.uniqueness, of: fixture) {
                $0.inserted = [try fixture.row("Article", ["price": .decimal(long)])]
            }
        },
        StoreContractCheck("keeps composed and decomposed keys apart") { fixture in
            let keys: [Value] = ["é", "e\u{301}", "\u{212B}", "\u{C5}", "ﬁ", "fi"]
            let rows = try keys.map { try fixture.row("Tag", ["name": $0]) }
            try fixture.commit { $0.inserted = rows }
            for (key, row) in zip(keys, rows) {
                #expect(
                    try fixture.numbers("Tag", by: ["name"], keys: [[key]]) == [row.number])
            }
        },
        StoreContractCheck("keeps arrays and objects with everything in them") { fixture in
            let deepList = (0..<100).reduce([] as Value) { inner, _ in [inner] }
            let deepObject = (0..<100).reduce([:] as Value) { inner, _ in ["k": inner] }
            let values: [[String: Value]] = [
                ["keywords": [], "extra": [:]],
                ["keywords": deepList, "extra": deepObject],
                ["keywords": ["\0", "a\0b", "\u{1}\u{2}"], "extra": ["\0": "\0", "": ""]],
                ["keywords": [9_007_199_254_740_993, .integer(.min), 1.1, 1e300]],
                ["keywords": [.null, true, false, "é", "e\u{301}", "\u{10FFFF}", "\"\\/"]],
            ]
            let rows = try values.map { try fixture.row("Article", $0) }
            try fixture.commit { $0.inserted = rows }
            for row in rows { #expect(try fixture.stored(row) == row) }
        },
    ]
}
