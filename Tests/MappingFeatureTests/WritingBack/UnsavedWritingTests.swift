import EntityMapper
import MercatorPayload
import ObjectGraph
import RepresentationWriting
import Testing

/// Rows of new objects reference the payload's bytes, saved rows have values of their own.
@Suite("Writing objects that are not saved yet")
struct UnsavedWritingTests {
    private static let payload = #"""
        [{"id":1,"text":"plain","isOpen":true,"ratio":0.25,"at":"2024-02-29T23:59:58.5Z",\#
        "list":[1,-2,3],"map":{"a":[null]},"amount":"12.50","parts":[{"id":2,"text":"a \"b\" \\ \n"},\#
        {"id":3,"text":"näïve – 日本"}]},{"id":4,"text":"","isOpen":false,"ratio":-3.5,"list":[],\#
        "parts":[]},{"id":5,"text":"0123456789abcdef0123456789","list":["x",1.5,[2]],"parts":[]}]
        """#

    private func plan() throws -> MappingPlan {
        let entity = EntityDescription(
            "Item",
            attributes: [
                .init("id", .integer64), .init("text", .string), .init("isOpen", .boolean),
                .init("ratio", .double), .init("at", .date), .init("list", .array),
                .init("map", .dictionary), .init("amount", .decimal),
            ],
            relationships: [
                .toMany("parts", "Item", inverse: "whole", isOrdered: true),
                .toOne("whole", "Item", inverse: "parts"),
            ])
        var mapping = EntityMapping(for: entity)
        mapping.identificationAttributes = ["id"]
        for attribute in entity.attributes {
            mapping.addAttributeMapping(
                from: PayloadPath([.key(attribute.name)]), to: attribute.name)
        }
        mapping.addRelationshipMapping(from: "parts", to: "parts", using: "Item")
        return try MappingPlan(
            MappingSet([mapping], roots: [.root: "Item"]), for: try ManagedObjectModel([entity]))
    }

    @Test(arguments: StoreKind.allCases)
    func `they look as they do when they are saved`(kind: StoreKind) throws {
        let operation = MappingOperation(try plan())
        let writer = try RepresentationWriter(operation.plan, mapping: "Item")
        let bench = try Workbench(kind, operation.plan.model)
        let request = FetchRequest("Item", sortedBy: [.ascending("id")])
        let document = try PayloadDocument(parsing: Array(Self.payload.utf8))
        let unsaved = try bench.container.perform { context in
            _ = try operation.run(document, in: context)
            let bytes = try writer.jsonBytes(for: context.fetch(request))
            try context.save()
            return bytes
        }
        let saved = try bench.container.perform { context in
            try writer.jsonBytes(for: context.fetch(request))
        }
        let text = String(decoding: saved, as: UTF8.self)
        #expect(String(decoding: unsaved, as: UTF8.self) == text)
        for part in [
            #""text":"a \"b\" \\ \n""#, #""text":"näïve – 日本""#, #""text":"""#, #""list":[1,-2,3]"#,
            #""list":["x",1.5,[2]]"#, #""at":"2024-02-29T23:59:58.5Z""#, #""ratio":-3.5"#,
        ] {
            #expect(text.contains(part))
        }
    }
}
