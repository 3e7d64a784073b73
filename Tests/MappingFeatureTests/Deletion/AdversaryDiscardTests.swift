import EntityMapper
import MercatorPayload
import ObjectGraph
import TestSupport
import Testing

@Suite("Discarding against an adversary", .endsInTime)
struct AdversaryDiscardTests {
    /// Returns a model in which each link of a chain requires the next one; the last has none.
    private static func model() throws -> ManagedObjectModel {
        try ManagedObjectModel([
            EntityDescription(
                "Link",
                attributes: [.init("linkID", .integer64), .init("nextID", .integer64)],
                relationships: [
                    .toOne("next", "Link", inverse: "earlier", isOptional: false),
                    .toMany("earlier", "Link", inverse: "next"),
                ])
        ])
    }

    private static func mapping(_ model: ManagedObjectModel) throws -> EntityMapping {
        try model.mapping("Link", identifiedBy: ["linkID"], ["id": "linkID", "next": "nextID"]) {
            $0.discardsInvalidObjectsOnInsert = true
            $0.addConnection(for: "next", connectedBy: ["nextID": "linkID"])
        }
    }

    @Test(arguments: StoreKind.allCases, [1, 20, 10_000])
    func `a chain whose last link fails is left out as a whole`(
        kind: StoreKind, length: Int
    ) throws {
        let model = try Self.model()
        let bench = try Workbench(kind, model)
        let links = (1...length).map { "{\"id\": \($0), \"next\": \($0 + 1)}" }
        let payload = "[\((links + [#"{"id": 0, "next": 0}"#]).joined(separator: ","))]"
        var options = MappingOptions()
        options.issueLimit = 10
        let result = try bench.load(payload, Self.mapping(model), options: options)
        #expect(result.total.inserted == 1)
        #expect(result.total.failed == length)
        #expect(try bench.lines("Link", "linkID") == ["0"])
    }

    @Test(arguments: StoreKind.allCases)
    func `many that lack an object are left out at once`(kind: StoreKind) throws {
        let model = try Self.model()
        let bench = try Workbench(kind, model)
        let links = (1...20_000).map { "{\"id\": \($0)}" }
        let result = try bench.load(
            "[\(links.joined(separator: ","))]", Self.mapping(model))
        #expect(result.total.failed == 20_000)
        #expect(try bench.lines("Link", "linkID") == [])
    }
}
