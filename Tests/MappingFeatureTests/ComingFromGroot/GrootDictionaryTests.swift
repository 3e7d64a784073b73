import EntityMapper
import MappingConventions
import MercatorPayload
import ObjectGraph
import Synchronization
import Testing

@Suite("Rows of Groot's catalogue: dictionary transformers")
struct GrootDictionaryTests {
    private static let annotation = "JSONDictionaryTransformerName"
    private static let name: Value = "GrootTests.DictionaryTransformer"

    private static func bench(
        _ kind: StoreKind, on entity: String, _ transform: RepresentationTransform = Groot.legacy
    ) throws -> GrootBench {
        try GrootBench(
            kind, GrootModel.comic(AnnotationChange(entity, annotation, name)),
            representationTransforms: [transform])
    }

    @Test(arguments: StoreKind.allCases)
    func `makes dictionaries what the model expects`(kind: StoreKind) throws {
        let groot = try Self.bench(kind, on: "Character")
        let payload = #"{"legacy_id": "1699", "name": "Batman", "real_name": "BW"}"#
        try groot.loadCleanly(payload, into: "Character")
        try groot.loadCleanly(payload, into: "Character")
        #expect(
            try groot.bench.lines("Character", "identifier", "name") == [#"1699 | "Batman""#])
    }

    @Test(arguments: StoreKind.allCases)
    func `sees each dictionary by itself`(kind: StoreKind) throws {
        let groot = try Self.bench(kind, on: "Character")
        try groot.loadCleanly(
            """
            [{"legacy_id": "1", "name": "A", "real_name": "a"},
             {"id": "2", "name": "B", "real_name": "b"}]
            """, into: "Character")
        #expect(
            try groot.bench.lines("Character", "identifier", "name")
                == [#"1 | "A""#, #"2 | "B""#])
    }

    @Test(arguments: StoreKind.allCases)
    func `with nil the dictionary stays as it is`(kind: StoreKind) throws {
        let none = RepresentationTransform("GrootTests.DictionaryTransformer") { _ in nil }
        let groot = try Self.bench(kind, on: "Character", none)
        try groot.loadCleanly(#"{"id": "1", "name": "A", "real_name": "a"}"#, into: "Character")
        #expect(try groot.bench.lines("Character", "identifier") == ["1"])
    }

    @Test(arguments: StoreKind.allCases)
    func `identifiers and nulls pass it by`(kind: StoreKind) throws {
        let calls = Mutex(0)
        let counting = RepresentationTransform("GrootTests.DictionaryTransformer") { members in
            calls.withLock { $0 += 1 }
            return members
        }
        let groot = try GrootBench(
            kind,
            GrootModel.comic(
                isOptional: true, AnnotationChange("Power", Self.annotation, Self.name)),
            representationTransforms: [counting])
        try groot.loadCleanly(GrootPayload.batmanByIdentifiers, into: "Character")
        #expect(calls.withLock { $0 } == 0)
        #expect(try groot.bench.lines("Power", "identifier") == ["4", "9"])
    }

    @Test(arguments: StoreKind.allCases)
    func `the one of a sub-entity is asked when the entity is chosen`(kind: StoreKind) throws {
        // Groot never calls it (its issue 66)
        let model = try GrootModel.message(
            AnnotationChange("PictureMessage", Self.annotation, "Pictures"))
        let pictures = RepresentationTransform("Pictures") { members in
            var members = members
            members["image_url"] = "seen"
            return members
        }
        let groot = try GrootBench(kind, model, representationTransforms: [pictures])
        try groot.loadCleanly(GrootPayload.messages, into: "Thread")
        #expect(try groot.bench.lines("PictureMessage", "imageURL") == [#""seen""#])
        #expect(try groot.bench.lines("TextMessage", "text") == [#""Hello there!""#])
    }

    @Test(arguments: StoreKind.allCases)
    func `the one of the entity that was asked for comes before the choice`(
        kind: StoreKind
    ) throws {
        let model = try GrootModel.message(AnnotationChange("Message", Self.annotation, "Kinds"))
        let kinds = RepresentationTransform("Kinds") { members in
            var members = members
            members["type"] = members["kind"]
            return members
        }
        let groot = try GrootBench(kind, model, representationTransforms: [kinds])
        try groot.loadCleanly(
            #"{"messages": [{"id": 1, "kind": "text", "text": "Hello"}]}"#, into: "Thread")
        #expect(try groot.bench.lines("TextMessage", "identifier", "text") == [#"1 | "Hello""#])
    }

    @Test(arguments: StoreKind.allCases)
    func `nested dictionaries take the same way`(kind: StoreKind) throws {
        let groot = try Self.bench(kind, on: "Publisher")
        try groot.loadCleanly(
            """
            {"id": "1", "name": "B", "real_name": "b",
             "publisher": {"legacy_id": "10", "name": "DC"}}
            """, into: "Character")
        #expect(try groot.bench.lines("Publisher", "identifier", "name") == [#"10 | "DC""#])
    }

    @Test(arguments: StoreKind.allCases)
    func `a sub-entity with a choice of its own has its transformer asked once`(
        kind: StoreKind
    ) throws {
        let model = try GrootModel.message(
            AnnotationChange("PictureMessage", "entityMapperName", "MessageMapper"),
            AnnotationChange("PictureMessage", "JSONDictionaryTransformerName", "Marks"))
        let marks = RepresentationTransform("Marks") { members in
            guard case .string(let text) = members["image_url"] else { return nil }
            return members.merging(["image_url": .string(text + "!")]) { $1 }
        }
        let groot = try GrootBench(kind, model, representationTransforms: [marks])
        let picture = #"{"id": 1, "type": "picture", "image_url": "u"}"#
        for (payload, entity) in [
            (#"{"messages": [\#(picture)]}"#, "Thread"), (picture, "PictureMessage"),
        ] {
            try groot.loadCleanly(payload, into: entity)
            #expect(try groot.bench.lines("PictureMessage", "imageURL") == [#""u!""#])
        }
    }
}
