import Mercator
import Testing

/// Searching, as RestKit's indexer and predicate did.
extension ComingFromRestKitTests {
    @Test func `cats are found by words of their names`() throws {
        var cat = EntityDescription(
            "Cat", attributes: [.init("name", .string), .init("nickName", .string)])
        for name in ["name", "nickName"] { cat.updateAttribute(name) { $0.isSearchable = true } }
        let model = try ManagedObjectModel([cat])
        let container = try PersistentContainer(model: model, store: InMemoryStore())
        try container.write { context in
            for name in ["Reginald Royford Williams, III", "Asia Penelope Watters", "Tom"] {
                context.insert("Cat")["name"] = .string(name)
            }
        }
        let names = try container.read { context in
            let asia = EntityPredicate.matches(SearchQuery(anyOf: ["Asia"], arePrefixes: true))
            let either = EntityPredicate.matches(
                SearchQuery(anyOf: ["Asia", "Roy"], arePrefixes: true))
            let cats = try context.fetch(
                FetchRequest("Cat", where: either, sortedBy: [.ascending("name")]))
            return try context.fetch(FetchRequest("Cat", where: asia)).map { $0["name"] }
                + cats.map { $0["name"] }
        }
        #expect(
            names == [
                "Asia Penelope Watters", "Asia Penelope Watters", "Reginald Royford Williams, III",
            ])
    }
}
