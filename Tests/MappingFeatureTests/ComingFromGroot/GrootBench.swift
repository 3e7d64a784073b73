import EntityMapper
import MappingConventions
import MercatorPayload
import ObjectGraph
import RepresentationWriting
import Testing

/// A store with an annotated model, and the mappings generated from the annotations.
struct GrootBench {
    let bench: Workbench
    /// The mappings, without a root path.
    var mappings: MappingSet

    init(
        _ kind: StoreKind, _ model: ManagedObjectModel, rules: AnnotationRules = .default,
        transforms: [ValueTransform] = [Groot.transformer],
        representationTransforms: [RepresentationTransform] = []
    ) throws {
        bench = try Workbench(kind, model)
        mappings = MappingSet(
            annotationsOf: model, transforms: transforms,
            entityChoices: [Groot.abstract, Groot.messages],
            representationTransforms: representationTransforms, rules: rules)
    }

    func plan(for entity: String) throws -> MappingPlan {
        var mappings = mappings
        mappings.addRoot(.root, using: entity)
        return try MappingPlan(mappings, for: bench.container.model)
    }

    /// Maps a payload with a representation of an entity, or an array of them, and saves.
    @discardableResult
    func load(
        _ json: String, into entity: String, options: MappingOptions = MappingOptions()
    ) throws -> MappingResult {
        try MappingOperation(plan(for: entity), options: options)
            .run(Array(json.utf8), in: bench.container)
    }

    /// Maps a payload in which everything must be valid.
    @discardableResult
    func loadCleanly(_ json: String, into entity: String) throws -> MappingResult {
        let result = try load(json, into: entity)
        #expect(result.issues == [])
        return result
    }

    /// Returns the issue of a payload under Groot's failure policy, in which nothing is changed.
    func refusal(of json: String, into entity: String) throws -> MappingIssue {
        let before = try bench.content()
        let error: MappingError? = caught {
            try load(json, into: entity, options: MappingOptions(failurePolicy: .fail))
        }
        #expect(try bench.content() == before)
        return try #require(error?.issue)
    }

    /// Returns the code, the property and the path of a payload's issue in one line.
    func refusalLine(of json: String, into entity: String) throws -> String {
        let issue = try refusal(of: json, into: entity)
        return [issue.code.description, issue.property ?? "-", issue.path].joined(separator: " ")
    }

    /// Returns all objects of an entity as JSON, oldest first.
    func json(_ entity: String) throws -> String {
        let writer = try RepresentationWriter(plan(for: entity), mapping: entity)
        return try bench.container.perform { context in
            let objects = try context.fetch(FetchRequest(entity))
            return try String(decoding: writer.jsonBytes(for: objects), as: UTF8.self)
        }
    }

    func count(_ entity: String) throws -> Int {
        try bench.container.perform { try $0.count(FetchRequest(entity)) }
    }

    /// Returns a line for each character with its related objects.
    func characters() throws -> [String] {
        try bench.lines(
            "Character", "identifier", "name", "realName", "powers.name", "publisher.name")
    }
}

/// The transforms of Groot's own tests.
enum Groot {
    static let transformer = ValueTransform("GrootTests.Transformer") { value in
        value.string.flatMap { Int64($0) }.map { .integer($0) }
    } reverse: { value in
        Int64(attributeValue: value).map { .string("\($0)") }
    }

    static let abstract = EntityChoice("GrootTests.Abstract") { representation in
        ["A": "ConcreteA", "B": "ConcreteB"][representation["type"]?.string ?? ""]
    }

    static let messages = EntityChoice("MessageMapper") { message in
        switch message["type"]?.string {
        case "text": "TextMessage"
        case "picture": "PictureMessage"
        default: nil
        }
    }

    static let legacy = RepresentationTransform("GrootTests.DictionaryTransformer") { members in
        guard let old = members["legacy_id"] else { return members }
        var members = members
        members["id"] = old
        return members
    }
}

/// The payloads of Groot's own tests.
enum GrootPayload {
    static let characters = """
        [ { "id": "1699", "name": "Batman", "real_name": "Guille Gonzalez" },
          { "id": "1700", "name": "Superman", "real_name": "Franck Letellier" } ]
        """
    static let charactersUpdate = """
        [ { "id": "1701", "name": "Spiderman", "_comment": "Should return a validation error" },
          { "id": "1699", "real_name": "Bruce Wayne" },
          { "id": "1700", "real_name": "Clark Kent" } ]
        """
    static let cards = """
        [ { "suit": "Diamonds", "value": "Three", "played": 2 },
          { "suit": "Hearts", "value": "Jack", "played": 3 } ]
        """
    static let cardsUpdate = """
        [ { "suit": "Hearts", "value": "Jack", "played": 4 },
          { "suit": "Clubs", "value": "Three", "played": 1 } ]
        """
    static let container = """
        { "abstracts": [ { "id": 1, "type": "A", "foo": "this is A" },
                         { "id": 2, "type": "B", "bar": "this is B" } ] }
        """
    static let batman = """
        { "id": "1699", "name": "Batman", "real_name": "Bruce Wayne",
          "powers": [ { "id": "4", "name": "Agility" }, null,
                      { "id": "9", "name": "Insanely Rich" } ],
          "publisher": { "id": "10", "name": "DC Comics" } }
        """
    static let mergeUpdate = """
        [ { "id": "1699", "real_name": "Bruce Wayne",
            "publisher": { "id": "10", "name": "DC Comics" } },
          { "id": "1455", "name": "Iron Man", "real_name": "Tony Stark",
            "powers": [ { "id": "31", "name": "Power Suit" }, { "id": "9", "name": "Filthy Rich" } ] } ]
        """
    static let batmanByIdentifiers = """
        { "id": "1699", "name": "Batman", "real_name": "Bruce Wayne",
          "powers": ["4", null, "9"], "publisher": "10" }
        """
    static let powers = """
        [ { "id": "4", "name": "Agility" }, { "id": "9", "name": "Insanely Rich" } ]
        """
    static let publisher = #"{ "id": "10", "name": "DC Comics" }"#
    static let messages = """
        { "messages": [ { "id": 1, "type": "text", "text": "Hello there!" },
                        { "id": 2, "type": "picture", "image_url": "http://example.com/ris.jpg" } ] }
        """
}
