import EntityMapper
import MappingFiles
import MercatorPayload
import ObjectGraph
import Testing
import ValueTransforms

@Suite("Completeness of mapping files")
struct MappingFileCompletenessTests {
    @Test func `closures are all listed by name`() throws {
        var mapping = EntityMapping(for: EntityDescription("A", attributes: [.init("x", .string)]))
        mapping.identificationPredicateBuilder = PredicateBuilder("younger") { _ in nil }
        mapping.representationTransform = RepresentationTransform("legacy") { $0 }
        mapping.didMap = MappingHook("reduction") { _, _ in }
        mapping.didWrite = WritingHook("for upload") { _, _ in }
        mapping.recordValidation = RecordValidation("in order") { _ in .accept }
        mapping.addValidation(for: "x", ValueValidation("not empty") { _ in .accept })
        mapping.keyNaming = KeyNaming("shout") { $0.uppercased() }
        mapping.addAttributeMapping(
            from: "x", to: "x", using: ValueTransform("percent") { $0.string })
        var dynamic = DynamicMapping(named: "D")
        dynamic.representationTransform = RepresentationTransform("flat") { $0 }
        dynamic.add(.closure("guess", among: ["A"]) { _ in .pass })
        let file = MappingFile(
            entities: [mapping.entity],
            mappings: MappingSet([mapping], dynamicMappings: [dynamic], roots: ["a": "A"]))
        let error = #expect(throws: MappingFileError.self) { try file.text }
        #expect(
            error?.problems.map(\.description).sorted() == [
                "A.x: the transform 'percent' consists of closures",
                "A: the hook 'reduction' is a closure",
                "A: the key naming 'shout' is a closure",
                "A: the predicate builder 'younger' is a closure",
                "A: the record validation 'in order' is a closure",
                "A: the representation transform 'legacy' is a closure",
                "A: the validation 'not empty' of 'x' is a closure",
                "A: the writing hook 'for upload' is a closure",
                "D: the matcher 'guess' is a closure",
                "D: the representation transform 'flat' is a closure",
            ])
    }

    /// The stored properties of every type, so that a new one is not forgotten: the random files
    /// of the round trips set each of them, or it is a closure that is reported.
    @Test func `every stored property has a written form, or is known to have none`() {
        func properties(_ value: Any) -> Set<String> {
            Set(Mirror(reflecting: value).children.compactMap(\.label))
        }
        let attribute = AttributeDescription("x", .string)
        #expect(
            properties(attribute) == [
                "name", "type", "isOptional", "isUnique", "isSearchable", "defaultValue", "rules",
                "userInfo",
                "renamingIdentifier", "shape",
            ])
        #expect(
            properties(RelationshipDescription.toOne("x", "A")) == [
                "name", "destination", "isToMany", "isOrdered", "isOptional", "minCount",
                "maxCount", "inverse", "deleteRule", "userInfo", "renamingIdentifier",
            ])
        #expect(
            properties(AttributeMapping(from: "x", to: "x")) == [
                "source", "destination", "transform", "isReadOnly", "isOptional", "writesNull",
                "unknownCases", "schemaRoot",
            ])
        #expect(
            properties(RelationshipMapping(from: "x", to: "x", using: "A")) == [
                "schemaRoot",
                "source", "destination", "mapping", "assignmentPolicy", "representation",
                "allowedOperations", "isOptional",
            ])
        #expect(
            properties(ConnectionDescription(entity: "A", relationship: "x", connectedBy: [:])) == [
                "entity", "relationship", "keys", "keyPath", "includesSubentities",
                "sourcePredicate", "destinationPredicate", "onMissing",
            ])
    }

    @Test func `a map is written with paths from its values`() throws {
        let entity = EntityDescription(
            "Area",
            attributes: [
                AttributeDescription("code", .string), AttributeDescription("name", .string),
                AttributeDescription("page", .integer64),
            ])
        var areas = EntityMapping(for: entity, infersIdentification: false)
        areas.identificationAttributes = ["code"]
        areas.forcesCollectionMapping = true
        areas.addAttributeMapping(fromKeyOfRepresentationTo: "code")
        areas.addAttributeMapping(from: "{code}.name", to: "name")
        areas.addAttributeMapping(from: "@root.page", to: "page")
        let file = MappingFile(
            entities: [entity], mappings: MappingSet([areas], roots: ["areas": "Area"]))
        let text = try file.text
        #expect(
            text.contains(
                """
                      "map": {"key": "code"},
                      "identification": ["code"],
                      "attributes": {
                        "code": {"type": "string"},
                        "name": {"from": "name", "type": "string"},
                        "page": {"from": "@root.page", "type": "integer64"}
                      }
                """), "\(text)")
        #expect(try MappingFile(parsing: text) == file)
        let container = try PersistentContainer(model: file.model(), store: InMemoryStore())
        let payload = #"{"page": 3, "areas": {"b": {"name": "B"}, "a": {"name": "A"}}}"#
        _ = try MappingOperation(MappingFile(parsing: text).plan()).run(payload, in: container)
        let names = try container.perform { context in
            try context.fetch(FetchRequest("Area", sortedBy: [.ascending("code")])).map {
                [$0["code"], $0["name"], $0["page"]]
            }
        }
        #expect(names == [["a", "A", 3], ["b", "B", 3]])
    }

    @Test func `a dynamic mapping by table is a split`() throws {
        let text = FileExample.text.replacing(
            #""ignored": ["#,
            with: """
                "dynamic": {
                    "Node": {
                      "split": {"by": "type", "values": {"comment": "Comment", "post": "Post"}},
                      "unknownRepresentations": "ignore"
                    },
                    "Other": {
                      "matchers": [
                        {"at": "kind", "equals": 3, "use": "Post"},
                        {"at": "kind", "matches": "c.*", "use": "Comment"},
                        {"at": "", "kind": "object", "use": "Tag"},
                        {"if": {"all": [{"at": "age", "atLeast": 18}, {"not": {"exists": "x"}}]}, "use": "Tag"},
                        {"by": "type", "values": [["b", "Tag"], ["a", "Post"]]}
                      ]
                    }
                  },
                  "ignored": [
                """)
        let file = try MappingFile(parsing: text)
        #expect(try file.text == text)
        #expect(file.mappings[dynamic: "Node"]?.knownMappings == ["Comment", "Post"])
        #expect(file.mappings[dynamic: "Other"]?.matchers.count == 5)
    }
}
