import ObjectGraph
import TestSupport
import Testing
import XcodeDataModel

@Suite("Models of any kind are read")
struct UnusualModelTests {
    private func version(_ lines: [String]) throws(XcodeModelError) -> XcodeModelVersion {
        try XcodeModelVersion("M", contents: Array(lines.joined(separator: "\n").utf8))
    }

    @Test(arguments: Seeds.upTo(16))
    func `each unusual part is reported, and the rest is the model without it`(batch: UInt64) throws
    {
        for seed in batch * 30..<(batch + 1) * 30 {
            let model = UnusualModel(seed: seed)
            let found = try version(model.lines)
            let rest = try version(model.rest)
            let comment: Comment = "seed \(seed):\n\(model.lines.joined(separator: "\n"))"
            try #require(rest.differences.map(\.description) == [], comment)
            let omitted = found.differences.filter { $0.code == .omitted }
            try #require(Set(omitted.compactMap(\.location.line)) == model.unusualLines, comment)
            try #require(omitted.allSatisfy { $0.location.line != nil }, comment)
            try #require(found.model.entities == rest.model.entities, comment)
            try #require(found.configurations == rest.configurations, comment)
            try #require(found.fetchRequests == rest.fetchRequests, comment)
            try #require(found.fetchedProperties == rest.fetchedProperties, comment)
            try #require(found.fetchIndexes == rest.fetchIndexes, comment)
        }
    }

    @Test(arguments: Seeds.upTo(16))
    func `nothing but broken XML is an error`(batch: UInt64) throws {
        for seed in batch * 60..<(batch + 1) * 60 {
            var random = SeededGenerator(seed: seed)
            let xml = ModelNonsense.model(&random)
            let version = try self.version([xml])
            let comment: Comment = "seed \(seed):\n\(xml)"
            try #require(version.differences.allSatisfy { $0.location.line != nil }, comment)
            let again = try ManagedObjectModel(version.model.entities)
            try #require(again.entities == version.model.entities, comment)
            _ = try PersistentContainer(model: version.model, store: InMemoryStore())
        }
    }
}

/// Random combinations of the elements, attributes and values of model files.
private enum ModelNonsense {
    private static let children = [
        "model": ["entity", "entity", "entity", "configuration", "fetchRequest", "elements"],
        "entity": [
            "attribute", "attribute", "relationship", "relationship", "relationship",
            "fetchedProperty", "userInfo", "uniquenessConstraints", "compoundIndexes", "fetchIndex",
        ],
        "attribute": ["userInfo"], "relationship": ["userInfo"],
        "fetchedProperty": ["fetchRequest", "userInfo"], "configuration": ["memberEntity"],
        "userInfo": ["entry"], "uniquenessConstraints": ["uniquenessConstraint"],
        "uniquenessConstraint": ["constraint"], "compoundIndexes": ["compoundIndex"],
        "compoundIndex": ["index"], "fetchIndex": ["fetchIndexElement"],
    ]
    private static let attributes = [
        "attributeType", "attributeType", "optional", "transient", "derived", "indexed",
        "defaultValueString", "defaultDateTimeInterval", "minValueString", "maxValueString",
        "minDateTimeInterval", "maxDateTimeInterval", "regularExpressionString", "elementID",
        "customClassName", "destinationEntity", "destinationEntity", "destinationEntity", "toMany",
        "minCount", "maxCount", "deletionRule", "ordered", "inverseName", "inverseName",
        "inverseEntity", "parentEntity", "parentEntity", "isAbstract", "entity", "value", "key",
        "property", "order", "type", "fetchLimit", "predicateString", "later",
    ]
    private static let names = ["A", "B", "C", "a", "b", "c", "d", "x_position", "a.b", ""]
    private static let values = [
        "YES", "NO", "yes", "0", "1", "2", "-1", "5", "1e300", "NaN", "String", "Integer 16",
        "Date", "Transformable", "Undefined", "[String]", "Nullify", "Cascade", "(", "[a-z]+",
        "sqlite_a", "mercator_a", "_id", "\u{1F600}", "A", "B", "C", "A", "B", "a", "b",
    ]

    static func model(_ random: inout SeededGenerator) -> String {
        #"<model type="com.apple.IDECoreDataModeler.DataModel">"#
            + content(of: "model", &random, depth: 0) + "</model>"
    }

    private static func content(
        of element: String, _ random: inout SeededGenerator, depth: Int
    ) -> String {
        let known = children[element] ?? []
        guard depth < 5, !known.isEmpty else { return "" }
        return (0..<Int.random(in: 0...6, using: &random)).map { _ in
            let isKnown = random.chance(0.95)
            let name = isKnown ? random.pick(known) : random.pick(children.keys.sorted())
            var attributes: [String: String] = [:]
            if random.chance(0.95) { attributes["name"] = random.pick(names) }
            for _ in 0..<Int.random(in: 0...8, using: &random) {
                attributes[random.pick(Self.attributes)] = random.pick(names + values)
            }
            let text = attributes.sorted { $0.key < $1.key }
                .map { " \($0.key)=\"\($0.value)\"" }.joined()
            return "\n<\(name)\(text)>" + content(of: name, &random, depth: depth + 1)
                + "</\(name)>"
        }.joined()
    }
}
