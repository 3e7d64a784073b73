import ObjectGraph
import Testing

extension StoreContract {
    static let emptyingChecks = [
        StoreContractCheck("removes every row and link when it is reset") { fixture in
            try RandomGraph.fill(fixture, size: 40, generator: SeededGenerator(seed: 7))
            try fixture.backend.reset()
            let content = try fixture.content()
            #expect(content.rows.isEmpty)
            #expect(content.links.allSatisfy { $0.isEmpty })
        },
        StoreContractCheck("gives no number again after a reset") { fixture in
            var seen: Set<Int64> = []
            for _ in 0..<3 {
                let row = try fixture.insert("Tag", ["name": "a"])
                #expect(seen.insert(row.number).inserted)
                #expect(try fixture.stored(row) != nil)
                try fixture.backend.reset()
                #expect(try fixture.stored(row) == nil)
            }
        },
        StoreContractCheck("takes a number that was reserved before a reset") { fixture in
            let early = try fixture.row("Tag", ["name": "early"])
            try fixture.insert("Tag", ["name": "late"])
            try fixture.backend.reset()
            let last = try fixture.insert("Tag", ["name": "last"])
            try fixture.commit { $0.inserted = [early] }
            #expect(try fixture.numbers("Tag") == [early.number, last.number])
        },
        StoreContractCheck("makes room for unique keys when it is emptied") { fixture in
            try fixture.insert("Tag", ["name": "a"])
            let row = try fixture.row("Tag", ["name": "a"])
            try fixture.commit {
                $0.emptiesStore = true
                $0.inserted = [row]
            }
            #expect(try fixture.numbers("Tag") == [row.number])
            let twin = try fixture.row("Tag", ["name": "a"])
            try expectRefusal(.uniqueness, of: fixture) { $0.inserted = [twin] }
        },
        StoreContractCheck("keeps everything if what follows the emptying fails") { fixture in
            try RandomGraph.fill(fixture, size: 20, generator: SeededGenerator(seed: 8))
            let article = try fixture.row("Article", ["author": 1])
            try expectRefusal(.brokenReference, of: fixture) {
                $0.emptiesStore = true
                $0.inserted = [article]
            }
        },
        StoreContractCheck("refuses work on what a reset has removed") { fixture in
            let row = try fixture.insert("Tag", ["name": "a"])
            let other = try fixture.row("Article")
            try fixture.backend.reset()
            try expectRefusal(.conflict, of: fixture) {
                $0.updated = [try fixture.update(row, ["name": "b"])]
            }
            try expectRefusal(.brokenReference, of: fixture) {
                $0.inserted = [other]
                let link = StoredLink(
                    source: other.number, destination: row.number, position: 0, inversePosition: 0)
                $0.links = [try fixture.links("Article", "tags", stored: [link])]
            }
        },
        StoreContractCheck("shows a reader the state before the reset") { fixture in
            let row = try fixture.insert("Tag", ["name": "a"])
            let reader = try fixture.backend.makeReader()
            #expect(try reader.count(matching: RowRequest(entity: row.entity)) == 1)
            try fixture.backend.reset()
            #expect(try reader.count(matching: RowRequest(entity: row.entity)) == 1)
            #expect(try fixture.numbers("Tag").isEmpty)
        },
    ]
}
