import EntityMapper
import MappingFiles
import MercatorPayload
import ObjectGraph
import ValueTransforms

/// Mappings with names and keys that Swift, a shell or markup would read as something else, and
/// with every kind of setting.
enum HostileExample {
    static let names = [
        "class", "init", "self", "Type", "default", "import", "日本", "a b", "description",
        "entityName",
        "deinit", "Protocol", "some", "any", "actor", "await", "x; DROP TABLE Item; --",
        "\\(exit(1))", "hashValue", "parent",
    ]

    static let entities = [
        EntityDescription(
            "Data", attributes: names.map { AttributeDescription($0, .string) },
            relationships: [.toMany("items", "part", inverse: "data", isOrdered: true)]),
        EntityDescription("Item", attributes: [.init("id", .integer64)]),
        EntityDescription(
            "MappingSet", isAbstract: true, attributes: [.init("kind", .string)]),
        EntityDescription("Test", parent: "MappingSet", attributes: [.init("at", .date)]),
        EntityDescription(
            "part",
            attributes: [.init("code", .string), .init("country", .string), .init("key", .string)],
            relationships: [
                .toOne("data", "Data", inverse: "items"), .toOne("other", "Item"),
                .toOne("self", "part"),
            ]),
    ]

    static let file: MappingFile = {
        var data = EntityMapping(for: entities[0], infersIdentification: false)
        for (number, name) in names.enumerated() {
            data.addAttributeMapping(
                from: PayloadPath([.key(key(number, name))]), to: name,
                using: number == 3 ? .emptyTextAsNull() : .default)
        }
        data.addRelationshipMapping(
            from: "items", to: "items", using: "part", assignmentPolicy: .union)

        var upper = EntityMapping(for: entities[1], infersIdentification: false)
        upper.identificationAttributes = ["id"]
        upper.addAttributeMapping(from: .root, to: "id")
        upper.acceptsIdentifiers = true
        upper.missingIdentification = .skip

        var test = EntityMapping(for: entities[3], infersIdentification: false)
        test.addAttributeMapping(
            from: "at", to: "at",
            using: .firstOf([.iso8601, .date(format: "yyyy-MM-dd 'at' \"HH\"", offset: 3600)]))
        test.addAttributeMapping(from: "kind", to: "kind")

        return MappingFile(
            source: .init(format: "xml"),
            groups: [
                .init(name: "a\"b", roots: [.init(PayloadPath.root, using: "one of: \"these\"")]),
                .init(name: "c", roots: [.init("x", using: "part")]),
                .init(name: "d", roots: [.init("x", using: "part")]),
            ],
            entities: entities,
            mappings: {
                var set = MappingSet(
                    [data, upper, test, items], dynamicMappings: [dynamic],
                    roots: [PayloadPath([.key("a.b")]): "Data"])
                set.defaultTransforms = [.date: .secondsSince1970]
                return set
            }())
    }()

    private static func key(_ number: Int, _ name: String) -> String {
        switch number {
        case 0: "\"quoted\" \\ and.dotted"
        case 1: String(repeating: "long\"\\ä", count: 150)
        case 2: "\u{202E}right\u{1}"
        case 4: "@id"
        case 5: "{key}"
        default: name
        }
    }

    private static var items: EntityMapping {
        var items = EntityMapping(for: entities[4], infersIdentification: false)
        items.identificationAttributes = ["country", "code"]
        items.forcesCollectionMapping = true
        items.addAttributeMapping(fromKeyOfRepresentationTo: "key")
        items.addAttributeMapping(from: "{key}.code", to: "code", using: .trimmed)
        var country = AttributeMapping(from: "@parent.country", to: "country", isReadOnly: true)
        country.writesNull = true
        items.addAttributeMapping(country)
        items.addRelationshipMapping(from: "other", to: "other", using: "Item")
        items.addConnection(for: "self", connectedBy: ["code": "code", "country": "country"])
        items.addConnection(
            ConnectionDescription(
                entity: "part", relationship: "data", connectedBy: ["key": "default"],
                sourcePredicate: .attribute("code") == "\"x\"",
                destinationPredicate: .attribute("class") != "a" || .attribute("init") == "b",
                onMissing: .clear))
        items.allowedOperations = [.insert, .update]
        items.deletionPredicate = .attribute("code") == "gone"
        return items
    }

    private static var dynamic: DynamicMapping {
        var dynamic = DynamicMapping(named: "one of: \"these\"")
        dynamic.add(.table(at: "type", ["data": "Data", 7: "Item", true: "Test"]))
        dynamic.add(.value(at: "kind", equals: "x\"", use: "Data"))
        dynamic.add(.kind(at: "wings", is: .number, use: "Test"))
        dynamic.add(.text(at: "url", matches: "^/v[0-9]\\.[a-z]+\"$", use: "Item"))
        dynamic.add(
            .predicate(
                .all([
                    .comparison("age", .atLeast, 18), .not(.exists("guardian")),
                    .any([.comparison("name", .equal, "q"), .exists("b")]),
                ]), use: "Item"))
        dynamic.unknownRepresentations = .ignore
        return dynamic
    }
}
