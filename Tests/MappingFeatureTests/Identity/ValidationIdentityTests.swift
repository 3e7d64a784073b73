import EntityMapper
import MercatorPayload
import ObjectGraph
import Testing

/// The names of incomplete objects in errors and issues.
@Suite("Naming what is not complete")
struct ValidationIdentityTests {
    private let model: ManagedObjectModel

    init() throws {
        model = try ManagedObjectModel([
            EntityDescription(
                "Character",
                attributes: [
                    .init("identifier", .integer64), .init("name", .string, isOptional: false),
                    .init("code", .string),
                ])
        ])
    }

    private func mapping(
        _ transform: ValueTransform = .default, identifiedBy name: String = "identifier"
    ) throws -> EntityMapping {
        var mapping = EntityMapping(for: try #require(model["Character"]))
        mapping.addAttributeMappings(["id": "identifier"])
        mapping.addAttributeMapping(from: "name", to: "name", using: transform)
        mapping.addAttributeMapping(from: "code", to: "code", using: transform)
        mapping.identificationAttributes = [name]
        mapping.acceptsIdentifiers = name == "identifier"
        return mapping
    }

    @Test(arguments: StoreKind.allCases)
    func `identifiers alone are named when they cannot be saved`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        for _ in 0..<2 {
            let error: ValidationError? = caught {
                try bench.load(#"[1699, 1455, "x"]"#, mapping())
            }
            #expect(
                error?.problems.map(\.identity) == ["identifier: 1699", "identifier: 1455"])
            let text = try #require(error?.description)
            #expect(text.contains("(identifier: 1699) name: a value is required"))
            #expect(text.contains("the payload has 1 issue:\n- Character.identifier: expected"))
            #expect(error?.notes.count == 2)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `a context that is saved later names them as well`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        let plan = try MappingPlan(
            MappingSet([mapping()], roots: [.root: "Character"]), for: model)
        let document = try PayloadDocument(parsing: "[7]")
        let error: ValidationError? = try bench.container.perform { context in
            _ = try MappingOperation(plan).run(document, in: context)
            return caught { try context.save() }
        }
        #expect(error?.problems.map(\.identity) == ["identifier: 7"])
        #expect(error?.notes == [])
    }

    @Test(arguments: StoreKind.allCases, [FailurePolicy.skipRecord, .skipValue])
    func `a value that a transform made nil is no null`(
        kind: StoreKind, policy: FailurePolicy
    ) throws {
        let bench = try Workbench(kind, model)
        let erasing = ValueTransform("Erasing") { _ in .null }
        let options = MappingOptions(failurePolicy: policy)
        let found = "found text that the transform 'Erasing' made nil, at name"
        let new = try bench.load(
            #"{"id": 1, "name": "A"}"#, mapping(erasing), options: options)
        #expect(new.issues.map(\.code) == [.missingValue])
        #expect(new.issues.first?.description.contains(found) == true)
        try bench.load(#"{"id": 1, "name": "A"}"#, mapping())
        let known = try bench.load(
            #"{"id": 1, "name": "B"}"#, mapping(erasing), options: options)
        #expect(known.issues.first?.description.contains(found) == true)
        let null = try bench.load(
            #"{"id": 1, "name": null}"#, mapping(erasing), options: options)
        #expect(null.issues.first?.found == "null")
    }

    @Test(arguments: StoreKind.allCases)
    func `nor is an identification that a transform made nil`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        var mapping = try mapping(
            ValueTransform("Erasing") { _ in .null }, identifiedBy: "code")
        mapping.missingIdentification = .skip
        let result = try bench.load(#"{"id": 1, "code": "A", "name": "A"}"#, mapping)
        #expect(
            result.issues.map(\.found) == ["text that the transform 'Erasing' made nil"])
    }
}
