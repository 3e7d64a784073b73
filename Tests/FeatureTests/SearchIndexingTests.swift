import Mercator
import TestSupport
import Testing

/// The behaviour of RestKit's search indexing, as far as it has a counterpart.
@Suite("Search indexing")
struct SearchIndexingTests {
    private static func human(_ searchable: [String]) -> EntityDescription {
        EntityDescription(
            "Human",
            attributes: ["name", "nickName", "railsID", "catIDs"].map {
                AttributeDescription($0, .string, isSearchable: searchable.contains($0))
            })
    }

    @Test(
        "a model tells which attributes are indexed", arguments: [["name"], ["name", "nickName"]])
    func model(searchable: [String]) throws {
        let model = try ManagedObjectModel([Self.human(searchable)])
        let found = model["Human"]?.attributes.filter(\.isSearchable).map(\.name)
        #expect(found == searchable)
        #expect(ManagedObjectModel.reading(model.text)?.entities == model.entities)
    }

    @Test("several entities are indexed", arguments: StoreKind.allCases)
    func twoEntities(kind: StoreKind) throws {
        var cat = Self.human(["name"])
        cat.name = "Cat"
        let model = try ManagedObjectModel([Self.human(["name"]), cat])
        try kind.withContainer(model) { container in
            try container.write { context in
                for entity in ["Human", "Cat"] {
                    context.insert(entity)["name"] = "This is my name"
                }
            }
            for entity in ["Human", "Cat"] {
                #expect(try container.search(SearchRequest(entity, "name")).count == 1)
            }
        }
    }

    @Test(
        "a save, and a context that joins it, index what they write", arguments: StoreKind.allCases)
    func saving(kind: StoreKind) throws {
        try kind.withContainer(ManagedObjectModel([Self.human(["name"])])) { container in
            try container.write { context in
                context.insert("Human")["name"] = "This is my name"
            }
            for word in ["this", "my", "name", "THIS is MY"] {
                let found = try container.search(SearchRequest("Human", SearchQuery(word)))
                #expect(found.count == 1, "\(word)")
            }
            try container.write { context in
                try context.fetch(FetchRequest("Human"))[0]["name"] = "Another"
            }
            #expect(try container.search(SearchRequest("Human", "this OR my OR name")).isEmpty)
            #expect(throws: (any Error).self) {
                try container.write { context in
                    context.insert("Human")["name"] = "Refused"
                    throw StoreError(.conflict, "the unit fails")
                }
            }
            #expect(try container.search(SearchRequest("Human", "refused")).isEmpty)
        }
    }

    @Test(
        "texts are divided into words without stop words and punctuation",
        arguments: [
            ("This is a test", ["this", "is", "a", "test"]),
            ("This is a symbol test! $", ["this", "is", "a", "symbol", "test"]),
            (
                "This is a stop word symbol test! # %",
                ["this", "is", "a", "stop", "word", "symbol", "test"]
            ),
        ])
    func words(text: String, words: [String]) {
        #expect(SearchTokenizer.words(in: text).map(\.text) == words)
    }
}
