import EntityMapper
import MappingConventions
import MercatorPayload
import ObjectGraph
import TestSupport
import Testing

/// The reported notes on the use of connections and annotations.
@Suite("Reported cases: notes")
struct NoteRegressionTests {
    private let editorial: Editorial

    init() throws {
        editorial = try Editorial()
    }

    /// Note 3: the first load with a connection connects objects that it does not change.
    @Test(arguments: StoreKind.allCases)
    func `a record that a modification attribute skips is connected`(kind: StoreKind) throws {
        let model = try ManagedObjectModel([
            EntityDescription(
                "Article",
                attributes: [
                    .init("articleID", .integer64), .init("authorID", .integer64),
                    .init("version", .integer64),
                ], relationships: [.toOne("author", "Person")]),
            EntityDescription("Person", attributes: [.init("personID", .integer64)]),
        ])
        func load(_ json: String, isConnected: Bool, _ bench: Workbench) throws -> MappingResult {
            let articles = try model.mapping(
                "Article", identifiedBy: ["articleID"],
                ["id": "articleID", "author": "authorID", "version": "version"]
            ) {
                $0.modificationAttribute = "version"
                if isConnected {
                    $0.addConnection(for: "author", connectedBy: ["authorID": "personID"])
                }
            }
            let people = try model.mapping("Person", identifiedBy: ["personID"], ["id": "personID"])
            return try bench.load(
                json, MappingSet([articles, people], roots: ["a": "Article", "p": "Person"]))
        }
        let bench = try Workbench(kind, model)
        let json = #"{"a": {"id": 1, "author": 5, "version": 2}, "p": {"id": 5}}"#
        _ = try load(json, isConnected: false, bench)
        #expect(try bench.lines("Article", "author.personID") == ["[]"])
        let result = try load(json, isConnected: true, bench)
        #expect(result.counts["Article"]?.unchanged == 1)
        #expect(try bench.lines("Article", "author.personID") == ["[5]"])
    }

    /// Note 9: the count of connected relationships is that of relationships that have changed.
    @Test(arguments: StoreKind.allCases)
    func `connected counts changes, cleared those that became empty`(kind: StoreKind) throws {
        let bench = try Workbench(kind, editorial.model)
        let person = #"{"people":[{"slug":"p","id":1}],"articles":[{"id":1,"author_id":1}]}"#
        #expect(try editorial.load(person, bench).counts["Article"]?.connected == 1)
        #expect(try editorial.load(person, bench).total.connected == 0)
        let moved = try editorial.load(#"{"articles":[{"id":1,"author_id":2}]}"#, bench)
        #expect(moved.counts["Article"]?.connected == 0 && moved.counts["Article"]?.cleared == 1)
        #expect(moved.counts["Article"]?.unresolved == 1)
        let again = try editorial.load(#"{"articles":[{"id":1,"author_id":2}]}"#, bench)
        #expect(again.total.connected == 0 && again.total.cleared == 0)
        // A relationship that one load fills and empties again has not changed.
        let gone = try editorial.load(#"{"people":[{"slug":"q","id":2,"gone":true}]}"#, bench)
        #expect(gone.total.connected == 0 && gone.total.cleared == 0)
        #expect(try bench.lines("Article", "author.slug") == ["[]"])
    }

    /// Note 10: a text with leading zeros is no whole number, wherever it stands.
    @Test(arguments: StoreKind.allCases)
    func `legacy keys are texts`(kind: StoreKind) throws {
        let bench = try Workbench(kind, editorial.model)
        let result = try editorial.load(#"{"articles":[{"id":1,"author_id":"0012"}]}"#, bench)
        #expect(result.issues.map(\.code) == [.invalidValue])
        #expect(result.issues.map(\.path) == ["articles[0].author_id"])
        #expect(result.issues.first?.found == "text that is not one")
    }

    /// A bare scalar at the top of an annotated model.
    @Test(arguments: StoreKind.allCases)
    func `a payload that is a number makes no place`(kind: StoreKind) throws {
        let model = try ManagedObjectModel([
            EntityDescription(
                "Place",
                attributes: [
                    .init("placeID", .integer64, isOptional: false, userInfo: ["JSONKeyPath": "id"])
                ], userInfo: ["identityAttributes": "placeID"])
        ])
        var set = MappingSet(annotationsOf: model)
        set.addRoot(.root, using: "Place")
        let bench = try Workbench(kind, model)
        for _ in 0..<2 {
            let result = try bench.load("3", set)
            #expect(result.issues.map(\.code) == [.unexpectedKind])
        }
        #expect(try bench.lines("Place", "placeID") == [])
        try bench.load(#"{"id": 3}"#, set).requireNoIssues()
        #expect(try bench.lines("Place", "placeID") == ["3"])
    }
}
