import EntityMapper
import MappingConventions
import MappingDiagnostics
import MercatorPayload
import ObjectGraph
import Testing

/// Mappings that never find an existing object, and the warnings about them.
@Suite("No identification")
struct MissingIdentityTests {
    struct Item: Entity {
        let itemID = Attribute<Int64?>("itemID")
        let title = Attribute<String?>("title")
    }

    struct Article: Entity {
        static let parent: (any Entity.Type)? = Item.self
        let body = Attribute<String?>("body")
    }

    struct Video: Entity {
        static let parent: (any Entity.Type)? = Article.self
        let length = Attribute<Int64?>("length")
    }

    struct Line: Entity {
        let url = Attribute<String?>("url")
        let text = Attribute<String?>("text")
        let notes = ToMany<Note>("notes")
    }

    struct Note: Entity {
        let text = Attribute<String?>("text")
    }

    private let model: ManagedObjectModel

    init() throws {
        model = try ManagedObjectModel(Item.self, Article.self, Video.self, Line.self, Note.self)
    }

    private func lines(_ policy: AssignmentPolicy = .set) -> MappingSet {
        var lines = EntityMapping(for: Line.self)
        lines.addAttributeMappings(["text": "text"])
        lines.addRelationshipMapping(
            from: "notes", to: "notes", using: "Note", assignmentPolicy: policy)
        var notes = EntityMapping(for: Note.self)
        notes.addAttributeMappings(["text": "text"])
        return MappingSet([lines, notes], roots: [.root: "Line"])
    }

    @Test(arguments: StoreKind.allCases)
    func `a sub-entity is identified as its ancestors are`(kind: StoreKind) throws {
        #expect(EntityMapping(for: Article.self).identificationAttributes == ["itemID"])
        #expect(EntityMapping(for: Video.self).identificationAttributes == ["itemID"])
        let bench = try Workbench(kind, model)
        var articles = EntityMapping(for: Article.self)
        articles.addAttributeMappings(["id": "itemID", "title": "title", "body": "body"])
        var videos = EntityMapping(for: Video.self)
        videos.addAttributeMappings(["id": "itemID", "title": "title", "length": "length"])
        let choice = DynamicMapping(
            named: "Any",
            [
                .value(at: "type", equals: "article", use: "Article"),
                .value(at: "type", equals: "video", use: "Video"),
            ])
        let set = MappingSet([articles, videos], dynamicMappings: [choice], roots: [.root: "Any"])
        let json = #"[{"type": "article", "id": 1}, {"type": "video", "id": 2, "length": 3}]"#
        for round in 0..<3 {
            let result = try bench.load(json, set)
            #expect(result.total.inserted == (round == 0 ? 2 : 0))
            #expect(result.total.unidentified == 0)
        }
        #expect(try MappingPlan(set, for: model).warnings == [])
    }

    @Test func `the nearest ancestor comes first, and own names before it`() throws {
        let model = try ManagedObjectModel([
            EntityDescription("Top", attributes: [.init("topID", .integer64)]),
            EntityDescription(
                "Middle", parent: "Top", attributes: [.init("middle_id", .integer64)]),
            EntityDescription("Leaf", parent: "Middle"),
            EntityDescription("Named", parent: "Middle", attributes: [.init("url", .string)]),
        ])
        let found = try ["Leaf", "Named", "Middle"].map { name in
            EntityMapping(for: try #require(model[name])).identificationAttributes
        }
        #expect(found == [["middle_id"], ["url"], ["middle_id"]])
    }

    @Test(arguments: StoreKind.allCases)
    func `what is only inferred and not mapped is a warning, and no identity`(
        kind: StoreKind
    ) throws {
        let bench = try Workbench(kind, model)
        let warnings = try MappingPlan(lines(), for: model).warnings.map(\.description)
        #expect(
            warnings == [
                "Line: 'url' would identify Line, as inferred from the name, but nothing is mapped "
                    + "to it: no identification, every record is new; map it, or make the mapping "
                    + "with infersIdentification: false"
            ])
        let json = #"{"text": "a", "notes": [{"text": "n"}]}"#
        for _ in 0..<2 {
            let result = try bench.load(json, lines())
            #expect(result.counts["Line"]?.unidentified == 1)
            #expect(result.counts["Line"]?.inserted == 1)
        }
        let document = try PayloadDocument(parsing: json)
        let explanation = try MappingOperation(MappingPlan(lines(), for: model))
            .explain(document, in: bench.container)
        #expect(explanation.warnings == warnings)
        #expect(explanation["Line"]?.insertsAlways == true)
        #expect(explanation["Note"]?.insertsAlways == false)
        let text = explanation.description
        #expect(text.contains("Line: 1 record\n  no identification: every record is new\n"))
        #expect(
            text.contains("  no identification: records take over what is there, in order\n"))
    }

    @Test(
        "mappings that nothing identifies are warned of where their records are new each time",
        arguments: AssignmentPolicy.allCases)
    func warnings(policy: AssignmentPolicy) throws {
        let warns = policy != .set
        var set = lines(policy)
        set.update("Line") { $0.identificationAttributes = nil }
        #expect(
            try MappingPlan(set, for: model).warnings.map(\.description)
                == (warns
                    ? [
                        "Note: no identification: every record is new, also when it is loaded "
                            + "again; name identificationAttributes, or set them to nil to say so"
                    ] : []))
        set.update("Note") { $0.identificationAttributes = nil }
        #expect(try MappingPlan(set, for: model).warnings == [])
    }

    @Test func `an identity that was set explicitly must be mapped`() throws {
        var set = lines()
        set.update("Line") { $0.identificationAttributes = ["url"] }
        let error: MappingPlanError? = caught { _ = try MappingPlan(set, for: model) }
        #expect(error?.problems.map(\.code) == [.identification])
        let declared = try ManagedObjectModel([
            EntityDescription(
                "Line", attributes: [.init("url", .string), .init("text", .string)],
                userInfo: ["identificationAttributes": "url"])
        ])
        var mapping = EntityMapping(for: try #require(declared["Line"]))
        mapping.addAttributeMappings(["text": "text"])
        let second: MappingPlanError? = caught {
            _ = try MappingPlan(MappingSet([mapping], roots: [.root: "Line"]), for: declared)
        }
        #expect(second?.problems.map(\.code) == [.identification])
    }

    @Test func `an identity of an unfit type that was only inferred is a warning`() throws {
        let model = try ManagedObjectModel([
            EntityDescription(
                "Blob", attributes: [.init("id", .dictionary), .init("text", .string)])
        ])
        var mapping = EntityMapping(for: try #require(model["Blob"]))
        mapping.addAttributeMappings(["id": "id", "text": "text"])
        let plan = try MappingPlan(MappingSet([mapping], roots: [.root: "Blob"]), for: model)
        #expect(plan.warnings.map(\.code) == [.identification])
    }

    @Test func `object maps without an identity warn`() throws {
        let model = try ManagedObjectModel([
            EntityDescription("Brand", attributes: [.init("key", .string), .init("name", .string)])
        ])
        let map = EntityMapping(autogeneratedForEntityNamed: "Brand", in: model)
        let plan = try MappingPlan(MappingSet([map], roots: [.root: "Brand"]), for: model)
        #expect(plan.warnings.map(\.mapping) == ["Brand"])
    }

    @Test func `a relationship to an abstract entity gets the right advice`() throws {
        let model = try ManagedObjectModel([
            EntityDescription(
                "Owner", attributes: [.init("id", .integer64)],
                relationships: [.toOne("thing", "Thing", inverse: "owner")]),
            EntityDescription(
                "Thing", isAbstract: true, attributes: [.init("id", .integer64)],
                relationships: [.toOne("owner", "Owner", inverse: "thing")]),
            EntityDescription("Things", parent: "Thing"),
        ])
        var owner = EntityMapping(for: try #require(model["Owner"]))
        owner.addAttributeMappings(["id": "id"])
        owner.addRelationshipMapping(from: "thing", to: "thing", using: "Thing")
        var things = EntityMapping(for: try #require(model["Things"]))
        things.addAttributeMappings(["id": "id"])
        let error: MappingPlanError? = caught {
            _ = try MappingPlan(MappingSet([owner, things], roots: [.root: "Owner"]), for: model)
        }
        #expect(
            error?.problems.map(\.description) == [
                "Owner: 'thing': no mapping is named 'Thing'; Thing is abstract: add a "
                    + "DynamicMapping of this name that chooses among 'Things', or a mapping of it "
                    + "with followsSubentities, which finds objects and inserts none"
            ])
    }
}
