import ObjectGraph
import Testing

extension StoreContract {
    /// The handling of metadata, texts beside the objects.
    static let metadataChecks = [
        StoreContractCheck("changes metadata together with rows") { fixture in
            let key = try fixture.metadataKey("import a")
            #expect(try fixture.text(of: key) == nil)
            let row = try fixture.row("Tag", ["name": "a"])
            try fixture.commit {
                $0.inserted = [row]
                $0.metadata = [MetadataChange(key, from: nil, to: "one")]
            }
            #expect(try fixture.text(of: key) == "one")
            #expect(try fixture.numbers("Tag") == [row.number])
        },
        StoreContractCheck("changes metadata without rows, and removes it") { fixture in
            let key = try fixture.metadataKey("import a")
            for (old, new) in [(nil, "é 😀"), ("é 😀", ""), ("", nil)] as [(String?, String?)] {
                try fixture.commit { $0.metadata = [.init(key, from: old, to: new)] }
                #expect(try fixture.text(of: key) == new)
            }
        },
        StoreContractCheck("keeps metadata of other names apart") { fixture in
            let (one, other) = (try fixture.metadataKey("a"), try fixture.metadataKey("A"))
            try fixture.commit {
                $0.metadata = [.init(one, from: nil, to: "1"), .init(other, from: nil, to: "2")]
            }
            try fixture.commit { $0.metadata = [.init(one, from: "1", to: nil)] }
            #expect(try fixture.text(of: one) == nil)
            #expect(try fixture.text(of: other) == "2")
        },
        StoreContractCheck("lists metadata by the beginning of their names") { fixture in
            let names = ["a:2", "a:10", "a:é", "a;", "A:1", "a", "b:1", "a:", "a:%_'"]
            let changes = try names.map {
                MetadataChange(try fixture.metadataKey($0), from: nil, to: "<\($0)>")
            }
            try fixture.commit { $0.metadata = changes }
            let reader = try fixture.backend.makeReader()
            let found = try reader.metadata(behind: "a:", withTexts: true)
            #expect(found.map(\.key.name) == ["a:", "a:%_'", "a:10", "a:2", "a:é"])
            #expect(found.map(\.text) == found.map { "<\($0.key.name)>" })
            for entry in found {
                #expect(try reader.metadata(entry.key) == entry.text)
            }
            let bare = try reader.metadata(behind: "a:", withTexts: false)
            #expect(bare.map(\.key) == found.map(\.key))
            #expect(bare.map(\.text) == bare.map { _ in "" })
            #expect(try reader.metadata(behind: "c:", withTexts: true) == [])
        },
        StoreContractCheck("refuses work whose metadata was changed, rows included") { fixture in
            let key = try fixture.metadataKey("import a")
            try fixture.commit { $0.metadata = [.init(key, from: nil, to: "one")] }
            for expected in [nil, "two"] as [String?] {
                let row = try fixture.row("Tag", ["name": "a"])
                try expectRefusal(.conflict, of: fixture) {
                    $0.inserted = [row]
                    $0.metadata = [.init(key, from: expected, to: "three")]
                }
                #expect(try fixture.text(of: key) == "one")
            }
        },
        StoreContractCheck("leaves metadata unchanged when rows are refused") { fixture in
            let key = try fixture.metadataKey("import a")
            try fixture.insert("Tag", ["name": "a"])
            let twin = try fixture.row("Tag", ["name": "a"])
            try expectRefusal(.uniqueness, of: fixture) {
                $0.inserted = [twin]
                $0.metadata = [.init(key, from: nil, to: "one")]
            }
            #expect(try fixture.text(of: key) == nil)
        },
        StoreContractCheck("forgets metadata when it is emptied") { fixture in
            let key = try fixture.metadataKey("import a")
            try fixture.commit { $0.metadata = [.init(key, from: nil, to: "one")] }
            try fixture.backend.reset()
            #expect(try fixture.text(of: key) == nil)
            try fixture.commit {
                $0.emptiesStore = true
                $0.metadata = [.init(key, from: nil, to: "two")]
            }
            #expect(try fixture.text(of: key) == "two")
        },
        StoreContractCheck("shows a reader the metadata of its state") { fixture in
            let key = try fixture.metadataKey("import a")
            try fixture.commit { $0.metadata = [.init(key, from: nil, to: "one")] }
            let reader = try fixture.backend.makeReader()
            #expect(try reader.metadata(key) == "one")
            try fixture.commit { $0.metadata = [.init(key, from: "one", to: "two")] }
            #expect(try reader.metadata(key) == "one")
            #expect(try fixture.text(of: key) == "two")
        },
        StoreContractCheck(store: "shows metadata to other containers") { store in
            let (first, second) = (try StoreFixture(store), try StoreFixture(store))
            let key = try first.metadataKey("import a")
            try first.commit { $0.metadata = [.init(key, from: nil, to: "one")] }
            #expect(try second.text(of: key) == "one")
        },
    ]
}

extension StoreFixture {
    fileprivate func metadataKey(_ name: String) throws -> MetadataKey {
        MetadataKey(name, beside: try entity("Tag"))
    }

    fileprivate func text(of key: MetadataKey) throws -> String? {
        try backend.makeReader().metadata(key)
    }
}
