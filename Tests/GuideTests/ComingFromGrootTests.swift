import Mercator
import Testing

@Suite("Coming from Groot")
struct ComingFromGrootTests {
    private let guide: Guide
    private let model: ManagedObjectModel
    private let container: PersistentContainer
    private let toInteger: ValueTransform

    private let payload = """
        [{"id": "1699", "name": "Batman", "publisher": {"id": "10", "name": "DC Comics"},
          "powers": [{"id": "4", "name": "Agility"}, {"id": "9", "name": "Insanely Rich"}]}]
        """

    init() throws {
        guide = try Guide("Guides/ComingFromGroot.md")
        model = try XcodeModel(contents: ["Comics": Array(guide.texts[0].utf8)]).model
        container = try PersistentContainer(model: model, store: InMemoryStore())
        let toInteger = ValueTransform("StringToInteger") { value in
            value.string.flatMap { Int64($0) }.map { .integer($0) }
        } reverse: { value in
            Int64(attributeValue: value).map { .string("\($0)") }
        }
        self.toInteger = toInteger
    }

    private func characters() throws -> MappingPlan {
        let mappings = MappingSet(
            annotationsOf: model, transforms: [toInteger], roots: [.root: "Character"])
        return try MappingPlan(mappings, for: model)
    }

    @Test func `a model that was annotated for Groot maps itself`() throws {
        let bytes = Array(payload.utf8)
        let mappings = MappingSet(
            annotationsOf: model, transforms: [toInteger], roots: [.root: "Character"])
        let operation = MappingOperation(try MappingPlan(mappings, for: model))

        let result = try operation.run(bytes, in: container)
        let inserted = result.total.inserted  // 4
        #expect(inserted == 4)
        #expect(result.issues == [])
    }

    @Test func `payloads of one entity merge, and identifiers stand for objects`() throws {
        let operation = MappingOperation(try characters())
        try operation.run(Array(payload.utf8), in: container).requireNoIssues()
        let update = #"{"id": "1699", "name": "Bruce Wayne", "powers": ["9", "31"]}"#
        let merged = try operation.run(Array(update.utf8), in: container)
        let names = try container.perform { context in
            try context.fetch(FetchRequest("Power")).map { $0["name"] }
        }  // ["Agility", "Insanely Rich", .null]
        #expect(names == ["Agility", "Insanely Rich", .null])
        #expect(merged.counts["Character"]?.updated == 1)
    }

    struct Comic: Entity {
        let identifier = Attribute<Int64>(from: "id", using: "StringToInteger", isIdentity: true)
        let title = Attribute<String?>(from: "title")
        let publisherID = Attribute<Int64?>(from: "publisher_id", using: "StringToInteger")
        let publisher = ToOne<Publisher>(
            inverse: \.comics, connectedBy: \Comic.publisherID, \Publisher.identifier)
    }

    struct Publisher: Entity {
        let identifier = Attribute<Int64>(from: "id", using: "StringToInteger", isIdentity: true)
        let name = Attribute<String?>(from: "name")
        let comics = ToMany<Comic>()
    }

    @Test func `schema structs have the same annotations`() throws {
        let comics = try PersistentContainer(
            for: Comic.self, Publisher.self, in: InMemoryStore(), transforms: [toInteger])
        try comics.load(#"{"comics": [{"id": "7", "title": "Maps", "publisher_id": "10"}]}"#)
        try comics.load(#"{"publishers": [{"id": "10", "name": "Atlas"}]}"#)
        let publishers = try comics.read { context in
            try context.fetch(Comic.self).map { $0.publisher?.name }
        }  // ["Atlas"]
        #expect(publishers == ["Atlas"])
        let info = Comic.entityDescription.attribute(named: "publisherID")?.userInfo
        #expect(info?["JSONTransformerName"] == "StringToInteger")
        let model = try ManagedObjectModel(Comic.self, Publisher.self)
        let mappings = MappingSet(
            annotationsOf: model, transforms: [toInteger], roots: ["comics": "Comic"])
        let identities = mappings.mappings.map(\.identificationAttributes)
        #expect(identities == [["identifier"], ["identifier"]])
        #expect(mappings.mappings.first?.connections.map(\.relationship) == ["publisher"])
    }

    @Test func `objects are written as JSON`() throws {
        let plan = try characters()
        let operation = MappingOperation(plan)
        try operation.run(Array(payload.utf8), in: container).requireNoIssues()
        let writer = try RepresentationWriter(plan, mapping: "Character")
        let json = try container.perform { context in
            let batman = try context.fetch(FetchRequest("Character"))[0]
            return try String(decoding: writer.jsonBytes(for: batman), as: UTF8.self)
        }
        #expect(
            json == """
                {"id":"1699","name":"Batman","powers":[{"id":"4","name":"Agility"},\
                {"id":"9","name":"Insanely Rich"}],"publisher":{"id":"10","name":"DC Comics"}}
                """)
        var mappings = plan.mappings
        mappings.update("Character") { characters in
            characters.removeMappings(to: "powers")
            characters.addRelationshipMapping(
                RelationshipMapping(
                    from: "powers", to: "powers", using: "Power", representation: .identifiers))
        }
        let short = try RepresentationWriter(
            MappingPlan(mappings, for: model), mapping: "Character", profile: .create)
        let text = try container.perform { context in
            let batman = try context.fetch(FetchRequest("Character"))[0]
            return try String(decoding: short.jsonBytes(for: batman), as: UTF8.self)
        }
        #expect(text.contains(#""powers":["4","9"]"#))
    }

    @Test func `a choice finds the sub-entity`() throws {
        let key: @Sendable (Value) -> [String: Value] = { ["JSONKeyPath": $0] }
        let model = try ManagedObjectModel([
            EntityDescription(
                "Message", isAbstract: true,
                attributes: [.init("identifier", .integer64, userInfo: key("id"))],
                userInfo: [
                    "identityAttributes": "identifier", "entityMapperName": "MessageMapper",
                    "JSONDictionaryTransformerName": "OldMessages",
                ]),
            EntityDescription(
                "TextMessage", parent: "Message",
                attributes: [.init("text", .string, userInfo: key("text"))]),
            EntityDescription(
                "PictureMessage", parent: "Message",
                attributes: [.init("imageURL", .url, userInfo: key("image_url"))]),
        ])
        let mapper = EntityChoice("MessageMapper") { message in
            switch message["type"]?.string {
            case "text": "TextMessage"
            case "picture": "PictureMessage"
            default: nil
            }
        }
        let old = RepresentationTransform("OldMessages") { message in
            var message = message
            if let identifier = message["legacy_id"] { message["id"] = identifier }
            return message
        }
        let mappings = MappingSet(
            annotationsOf: model, entityChoices: [mapper], representationTransforms: [old],
            roots: [.root: "Message"])
        let operation = MappingOperation(try MappingPlan(mappings, for: model))
        let messages = """
            [{"id": 1, "type": "text", "text": "Hello there!"},
             {"legacy_id": 2, "type": "picture", "image_url": "http://example.com/risitas.jpg"}]
            """
        let container = try PersistentContainer(model: model, store: InMemoryStore())
        try operation.run(Array(messages.utf8), in: container).requireNoIssues()
        let update = #"{"id": 1, "text": "Hello again!"}"#  // known: needs no type
        try operation.run(Array(update.utf8), in: container).requireNoIssues()
        let lines = try container.perform { context in
            try context.fetch(FetchRequest("TextMessage")).map { $0["text"] }
        }
        #expect(lines == ["Hello again!"])
        let unknown = try operation.run(Array(#"{"id": 3, "type": "poll"}"#.utf8), in: container)
        #expect("\(unknown.issues[0])" == guide.texts[4])
    }

    @Test func `all mistakes in annotations come at once`() throws {
        var report = ""
        do {
            let mappings = MappingSet(annotationsOf: model, roots: [.root: "Charakter"])
            _ = try MappingPlan(mappings, for: model)
        } catch {
            report = "\(error)"
        }
        #expect(report == guide.texts[6])
    }

    @Test func `rules of older versions can be asked for`() throws {
        let mappings = MappingSet(
            annotationsOf: model, transforms: [toInteger], rules: .groot3,
            roots: [.root: "Character"])
        let operation = MappingOperation(try MappingPlan(mappings, for: model))
        try operation.run(Array(payload.utf8), in: container).requireNoIssues()
        let none = #"{"id": "1699", "publisher": null}"#
        let result = try operation.run(Array(none.utf8), in: container)
        #expect(result.total.unchanged == 1)
        let strict = MappingOperation(
            operation.plan, options: MappingOptions(failurePolicy: .fail))
        #expect(throws: MappingError.self) {
            try strict.run(Array(#"[{"id": "1", "publisher": []}]"#.utf8), in: container)
        }
    }

    /// Both guides describe entities without identity: this one, and *Identity* for mappings.
    @Test func `entities without identity are inserted every time, or reused on request`() throws {
        let model = try ManagedObjectModel(
            model.entities.map { entity in
                var entity = entity
                if entity.name == "Power" { entity.userInfo = [:] }
                return entity
            })
        func powers(_ mappings: MappingSet, _ change: (inout MappingSet) -> Void = { _ in })
            throws -> Int
        {
            var mappings = mappings
            change(&mappings)
            let container = try PersistentContainer(model: model, store: InMemoryStore())
            let load = MappingOperation(try MappingPlan(mappings, for: model))
            for _ in 0..<2 { try load.run(payload, in: container, into: nil).requireNoIssues() }
            return try container.perform { try $0.count(FetchRequest("Power")) }
        }
        func annotated(_ rules: AnnotationRules = .default) -> MappingSet {
            MappingSet(
                annotationsOf: model, transforms: [toInteger], rules: rules,
                roots: [.root: "Character"])
        }
        #expect(try powers(annotated()) == 4)
        var rules = AnnotationRules.default
        rules.reusesUnidentifiedObjects = true
        #expect(try powers(annotated(rules)) == 2)
        // A mapping by hand reuses objects, unless it is told not to.
        var power = EntityMapping(forEntityNamed: "Power", in: model)
        power.identificationAttributes = nil
        power.addAttributeMappings(["name"])
        var character = EntityMapping(forEntityNamed: "Character", in: model)
        character.identificationAttributes = ["identifier"]
        character.addAttributeMapping(from: "id", to: "identifier", using: toInteger)
        character.addRelationshipMapping(from: "powers", to: "powers", using: "Power")
        let byHand = MappingSet([character, power], roots: ["": "Character"])
        #expect(try powers(byHand) == 2)
        let again = try powers(byHand) { set in
            set.update("Power") { $0.reusesUnidentifiedObjects = false }
        }
        #expect(again == 4)
    }

    @Test func `a comma before the end of a list needs an option`() throws {
        let load = MappingOperation(try characters())
        let text = #"[{"id": "1699", "name": "Batman"},]"#
        #expect(throws: PayloadError.self) { try load.run(text, in: container) }
        let options = PayloadOptions(allowsTrailingComma: true)
        let document = try PayloadDocument(parsing: text, options: options)
        #expect(try load.run(document, in: container).total.inserted == 1)
    }
}
