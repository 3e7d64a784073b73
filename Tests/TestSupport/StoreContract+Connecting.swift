import ObjectGraph
import Synchronization
import Testing

extension StoreContract {
    package static let connectingChecks = [
        StoreContractCheck("connects references, and places sources behind others") { fixture in
            let author = try fixture.insert("Author", ["penName": "p"])
            let number = Value.integer(author.number)
            let first = try fixture.insert(
                "Article", ["section": "p", "author": number, "author_position": 4])
            let open = try (0..<2).map { _ in try fixture.insert("Article", ["section": "p"]) }
            let stray = try fixture.insert("Article", ["section": "q"])
            let outcome = try connect(fixture, "Article", "author", ["section": "penName"])
            #expect(outcome?.connected == 2)
            #expect(outcome?.missing == [["q"]: 1])
            #expect(outcome?.ambiguous == 0)
            let rows = try (open + [first, stray]).map { try fixture.stored($0) }
            let slots = try fixture.slots("Article", ["author", "author_position"])
            #expect(rows.map { $0?.row[slots[0]] } == [number, number, number, .null])
            #expect(rows.map { $0?.row[slots[1]] } == [5, 6, 4, .null])
            #expect(rows.map { $0?.version } == [2, 2, 1, 1])
        },
        StoreContractCheck("lets the last source have what only one can have") { fixture in
            let cover = try fixture.insert("Cover", ["caption": "c"])
            let number = Value.integer(cover.number)
            let holder = try fixture.insert("Article", ["cover": number])
            let open = try (0..<2).map { _ in try fixture.insert("Article", ["section": "c"]) }
            let outcome = try connect(fixture, "Article", "cover", ["section": "caption"])
            #expect(outcome?.connected == 1)
            let rows = try ([holder] + open).map { try fixture.stored($0) }
            let slot = try fixture.slots("Article", ["cover"])[0]
            #expect(rows.map { $0?.row[slot] } == [.null, .null, number])
            #expect(rows.map { $0?.version } == [2, 1, 2])
        },
        StoreContractCheck("connects from the end that does not keep the reference") { fixture in
            let articles = try (0..<2).map { _ in try fixture.insert("Article", ["section": "c"]) }
            let cover = try fixture.insert("Cover", ["caption": "c"])
            let outcome = try connect(fixture, "Cover", "article", ["caption": "section"])
            #expect(outcome?.ambiguous == 1)
            let slot = try fixture.slots("Article", ["cover"])[0]
            let rows = try articles.map { try fixture.stored($0) }
            #expect(rows.map { $0?.row[slot] } == [.integer(cover.number), .null])
        },
        StoreContractCheck("makes links what an array of keys says") { fixture in
            let all = try ["a", "b", "c"].map { try fixture.insert("Article", ["title": $0]) }
            let source = try fixture.insert(
                "Article", ["keywords": ["c", "x", 7, "a", "c", .null]])
            let old = StoredLink(source: source.number, destination: all[1].number)
            try fixture.commit {
                $0.links = [try fixture.links("Article", "related", stored: [old])]
            }
            let outcome = try connect(fixture, "Article", "related", ["keywords": "title"])
            #expect(outcome?.connected == 1)
            #expect(outcome?.missing == [["x"]: 1, ["7"]: 1])
            let links = try fixture.backend.makeReader().links(
                of: fixture.relationship("Article", "related"), from: [source.number])
            #expect(Set(links.map(\.destination)) == [all[0].number, all[2].number])
            let before = try fixture.content()
            #expect(
                try connect(fixture, "Article", "related", ["keywords": "title"])?.connected == 0)
            #expect(try fixture.content() == before)
        },
        StoreContractCheck("tells of connecting once, if anything was written") { fixture in
            let told = Atomic<Int>(0)
            let subscription = fixture.backend.commits.add(for: fixture.model) { changes in
                told.add(changes.isUnlisted ? 1 : 100, ordering: .relaxed)
            }
            _ = try connect(fixture, "Article", "cover", ["section": "caption"])
            #expect(told.load(ordering: .relaxed) == 0)
            try withExtendedLifetime(subscription) {
                try fixture.insert("Article", ["section": "c"])
                try fixture.insert("Cover", ["caption": "c"])
                _ = try connect(fixture, "Article", "cover", ["section": "caption"])
                _ = try connect(fixture, "Article", "cover", ["section": "caption"])
                #expect(told.load(ordering: .relaxed) == 201)
            }
        },
        StoreContractCheck("connects the sources and destinations that match") { fixture in
            for name in ["p1", "p2", "x"] {
                try fixture.insert("Author", ["penName": .string(name)])
            }
            let titles: [Value] = ["yes", "no", .null, "yes"]
            let rows = try zip(titles, ["p1", "p1", "p2", "x"] as [Value]).map {
                try fixture.insert("Article", ["title": $0, "section": $1])
            }
            let request = ConnectionRequest(
                relationship: try fixture.relationship("Article", "author"),
                sources: RowRequest(
                    entity: try fixture.entity("Article"),
                    predicate: try EntityPredicate(
                        format: "NOT title MATCHES 'n.' AND author == nil")),
                destinations: RowRequest(
                    entity: try fixture.entity("Author"),
                    predicate: try EntityPredicate(format: "penName MATCHES[c] 'P\\\\d'")),
                sourceSlots: try fixture.slots("Article", ["section"]),
                destinationSlots: try fixture.slots("Author", ["penName"]))
            let outcome = try fixture.backend.connect([request], registering: ChangeSet())?.first
            #expect(outcome?.connected == 2)
            #expect(outcome?.missing == [["x"]: 1])
            let slot = try fixture.slots("Article", ["author"])[0]
            let references = try rows.map { try fixture.stored($0)?.row.reference(slot) }
            #expect(references == [1, nil, 2, nil])
        },
        StoreContractCheck("registers the connections that it makes") { fixture throws in
            let description = ConnectionDescription(
                entity: "Article", relationship: "cover", connectedBy: ["section": "caption"])
            var changes = ChangeSet()
            changes.connections = [description]
            #expect(try fixture.backend.connect([], registering: changes) == [])
            #expect(try fixture.backend.makeReader().connections() == [description])
        },
    ]

    /// Connects sources whose keys are not all `null`.
    private static func connect(
        _ fixture: StoreFixture, _ entity: String, _ relationship: String,
        _ keys: KeyValuePairs<String, String>
    ) throws -> ConnectionOutcome? {
        let layout = fixture.model.relationships[try fixture.relationship(entity, relationship)]
        let destination = fixture.model.layouts[layout.destination].name
        let hasKey = EntityPredicate.any(keys.map { !PropertyPath.attribute($0.key).isNil })
        let isOpen =
            layout.isToMany ? EntityPredicate.true : PropertyPath.relationship(relationship).isNil
        let request = ConnectionRequest(
            relationship: layout.index,
            sources: RowRequest(entity: try fixture.entity(entity), predicate: hasKey && isOpen),
            destinations: RowRequest(entity: layout.destination),
            sourceSlots: try fixture.slots(entity, keys.map(\.key)),
            destinationSlots: try fixture.slots(destination, keys.map(\.value)))
        #expect(request.isSetBased(in: fixture.model))
        return try fixture.backend.connect([request], registering: ChangeSet())?.first
    }
}
