import EntityMapper
import MercatorPayload
import ObjectGraph
import RepresentationWriting
import Testing

/// Maps of plain values, such as translated texts: the key and the value are attributes.
@Suite("Maps of plain values")
struct KeyedTextTests {
    private func bench(_ kind: StoreKind) throws -> (Workbench, MappingPlan) {
        let model = try ManagedObjectModel([
            EntityDescription(
                "Post", attributes: [.init("postID", .integer64)],
                relationships: [.toMany("titles", "Title", inverse: "post")]),
            EntityDescription(
                "Title",
                attributes: [
                    .init("language", .string), .init("text", .string, isOptional: true),
                ], relationships: [.toOne("post", "Post", inverse: "titles")]),
        ])
        let posts = try model.mapping("Post", identifiedBy: ["postID"], ["id": "postID"]) {
            $0.addRelationshipMapping(from: "title", to: "titles", using: "Title")
        }
        let titles = try model.mapping("Title", identifiedBy: nil, [:]) {
            $0.forcesCollectionMapping = true
            $0.addAttributeMapping(fromKeyOfRepresentationTo: "language")
            $0.addAttributeMapping(from: "{language}", to: "text")
        }
        let set = MappingSet([posts, titles], roots: [.root: "Post"])
        return (try Workbench(kind, model), try MappingPlan(set, for: model))
    }

    @Test(arguments: StoreKind.allCases)
    func `are written as they were read`(kind: StoreKind) throws {
        let (bench, plan) = try bench(kind)
        let payload = #"{"id":1,"title":{"en":"Maps","de":"Karten","fr":null}}"#
        _ = try MappingOperation(plan).run(payload, in: bench.container)
        let writer = try RepresentationWriter(plan, mapping: "Post")
        let written = try bench.container.perform { context in
            try writer.jsonBytes(for: context.fetch(FetchRequest("Post"))[0])
        }
        #expect(String(decoding: written, as: UTF8.self) == payload)
        let again = try MappingOperation(plan).run(written, in: bench.container)
        #expect(again.total.inserted == 0)
        #expect(again.total.updated == 0)
    }
}
