import EntityMapper
import MappingFiles
import MercatorPayload
import ObjectGraph
import TestSupport
import ValueTransforms

/// Random mapping files that use every setting; their models and mappings need not be valid.
struct RandomMappingFile {
    var values: RandomValues

    init(seed: UInt64) { values = RandomValues(SeededGenerator(seed: seed)) }

    private static let names = ["Post", "Comment", "Tag", "Ünit", "a b", "Zed", "post_2", "42"]
    private static let keys = ["id", "a.b", "@x", "{y}", "", "日本", "created at", "self", "\"q\""]

    mutating func chance(_ probability: Double) -> Bool { values.generator.chance(probability) }

    mutating func pick<Element>(_ elements: [Element]) -> Element {
        values.generator.pick(elements)
    }

    mutating func file() -> MappingFile {
        let names = Self.names.shuffled(using: &values.generator).prefix(pick([1, 2, 4]))
        var entities = names.map { entity($0, among: Array(names)) }
        addInverses(to: &entities)
        if chance(0.5) { entities.sort { $0.name < $1.name } }
        var file = MappingFile(entities: entities, mappings: MappingSet())
        if let model = try? ManagedObjectModel(entities) { entities = model.entities }
        file.mappings = mappings(of: entities)
        if chance(0.3) { file.source.format = pick(["lines", "xml", "plist"]) }
        if chance(0.2) { file.source.rows = ["id", "na me"] }
        if chance(0.3) {
            file.groups = [.init(name: "films", roots: [.init(path(), using: names[0])])]
        }
        for entity in entities where chance(0.5) {
            file.paths[entity.name] = ["a[]", "b{}.c"]
            if chance(0.3) { file.fixed.insert(entity.name) }
            for attribute in entity.declaredAttributes where chance(0.1) {
                file.fixed.insert("\(entity.name).\(attribute.name)")
            }
            for relationship in entity.declaredRelationships where chance(0.2) {
                file.fixed.insert("\(entity.name).\(relationship.name)")
            }
        }
        for entity in entities {
            for attribute in entity.declaredAttributes
            where attribute.type == .string && chance(0.3) {
                file.enumerations["\(entity.name).\(attribute.name)"] = ["open", "", "é"]
            }
        }
        if chance(0.3) { file.fixed.insert("\(names[0]).gone") }
        if chance(0.3) { file.ignored = ["x[].y", "z"] }
        if chance(0.3) { file.possible = [.init(connect: "A.b=C.d", confidence: 45)] }
        return file
    }

    private mutating func entity(_ name: String, among names: [String]) -> EntityDescription {
        var entity = EntityDescription(name)
        entity.isAbstract = chance(0.1)
        if chance(0.2), let parent = names.first(where: { $0 > name }) { entity.parent = parent }
        for attribute in ["id", "title", "Z", "b c"].shuffled(using: &values.generator)
        where chance(0.6) {
            entity.declaredAttributes.append(self.attribute(attribute))
        }
        for relationship in ["author", "items", "é"] where chance(0.5) {
            entity.declaredRelationships.append(self.relationship(relationship, to: pick(names)))
        }
        if chance(0.2) { entity.uniquenessConstraints = [["id"], ["title", "Z"]] }
        if chance(0.2) { entity.userInfo = ["k": ["date": "x"], "l": [1, 2.0, .null, "x"]] }
        if chance(0.2) { entity.renamingIdentifier = "Old" }
        return entity
    }

    private mutating func attribute(_ name: String) -> AttributeDescription {
        let type = pick(AttributeType.allCases)
        return AttributeDescription(
            name, type, isOptional: chance(0.7), isUnique: chance(0.2),
            defaultValue: chance(0.3) ? values.value(of: type) : .null,
            rules: chance(0.2)
                ? [.atLeast(values.value(of: type)), .minimumLength(2), .matches("[a-z]+")] : [],
            userInfo: chance(0.1) ? ["a": 1] : [:],
            renamingIdentifier: chance(0.1) ? "old" : nil)
    }

    private mutating func relationship(
        _ name: String, to destination: String
    ) -> RelationshipDescription {
        guard chance(0.6) else {
            return .toOne(
                name, destination, isOptional: chance(0.7), deleteRule: pick(DeleteRule.allCases))
        }
        return .toMany(
            name, destination, isOrdered: chance(0.5), minCount: pick([0, 0, 1]),
            maxCount: chance(0.2) ? 5 : nil, deleteRule: pick(DeleteRule.allCases),
            userInfo: chance(0.1) ? ["a": "b"] : [:], renamingIdentifier: chance(0.1) ? "o" : nil)
    }

    /// Gives some relationships an inverse, which is plain or not, and named at one end or both.
    private mutating func addInverses(to entities: inout [EntityDescription]) {
        for index in entities.indices {
            for place in entities[index].declaredRelationships.indices where chance(0.5) {
                let relationship = entities[index].declaredRelationships[place]
                if relationship.name.contains("Of") || relationship.inverse != nil { continue }
                let inverse = "\(relationship.name)Of\(index)"
                let owner = entities[index].name
                guard
                    let other = entities.firstIndex(where: { $0.name == relationship.destination })
                else { continue }
                entities[index].declaredRelationships[place].inverse = inverse
                let back = chance(0.5) ? relationship.name : nil
                entities[other].declaredRelationships.append(
                    chance(0.6)
                        ? .toMany(inverse, owner, inverse: back)
                        : .toOne(inverse, owner, inverse: back))
            }
        }
    }
}

extension RandomMappingFile {
    private mutating func mappings(of entities: [EntityDescription]) -> MappingSet {
        var set = MappingSet()
        for entity in entities where chance(0.8) { set.add(mapping(of: entity, named: nil)) }
        if chance(0.4) { set.add(mapping(of: pick(entities), named: "further")) }
        if chance(0.4) { set.add(dynamicMapping("dynamic", entities.map(\.name))) }
        if chance(0.2) { set.add(dynamicMapping("another", entities.map(\.name))) }
        for entity in entities where chance(0.5) { set.addRoot(path(), using: entity.name) }
        if chance(0.3) { set.defaultTransforms = [.date: .secondsSince1970, .string: .trimmed] }
        if chance(0.3) { set.unknownCases = .fallback("x") }
        if chance(0.3) { set.unknownRoots = pick(UnknownRootPolicy.allCases) }
        set.requiresRoots = chance(0.8)
        return set
    }

    mutating func path() -> PayloadPath {
        var components = (0..<pick([0, 1, 1, 2])).map { _ in
            PayloadPathComponent.key(pick(Self.keys))
        }
        if chance(0.1) {
            components.insert(.context(pick([.parent, .root, .record, .key, .rest])), at: 0)
            if components[0] == .context(.rest) { components = [components[0]] }
        }
        if chance(0.1), components.first != .context(.rest) {
            components.append(.operation(.first))
        }
        return PayloadPath(components)
    }

    private mutating func mapping(of entity: EntityDescription, named name: String?)
        -> EntityMapping
    {
        var mapping = EntityMapping(for: entity, named: name, infersIdentification: chance(0.5))
        if chance(0.4) { mapping.identificationAttributes = ["title", "id"] }
        for attribute in entity.attributes.shuffled(using: &values.generator) where chance(0.7) {
            mapping.addAttributeMapping(attributeMapping(to: attribute.name))
        }
        if chance(0.2) { mapping.addAttributeMapping(attributeMapping(to: "author.name")) }
        if chance(0.2) { mapping.addAttributeMapping(attributeMapping(to: "id")) }
        for relationship in entity.relationships where chance(0.5) {
            var own = RelationshipMapping(
                from: path(), to: relationship.name,
                using: chance(0.7) ? relationship.destination : "further",
                assignmentPolicy: pick(AssignmentPolicy.allCases),
                representation: pick(RelationshipRepresentation.allCases),
                allowedOperations: chance(0.2) ? [.insert, .delete] : nil)
            own.isOptional = chance(0.2)
            mapping.addRelationshipMapping(own)
            if chance(0.1) { mapping.addRelationshipMapping(own) }
        }
        for relationship in entity.relationships where chance(0.4) {
            mapping.addConnection(connection(relationship.name, of: entity))
        }
        if chance(0.2), let rest = entity.attributes.first(where: { $0.type == .dictionary }) {
            mapping.removeMappings(to: rest.name)
            mapping.addAttributeMapping(from: "@rest", to: rest.name)
        }
        if chance(0.2) { makeMap(&mapping) }
        set(&mapping)
        return mapping
    }

    private mutating func makeMap(_ mapping: inout EntityMapping) {
        mapping.forcesCollectionMapping = true
        let (attributes, relationships) = (mapping.attributeMappings, mapping.relationshipMappings)
        for relationship in relationships { mapping.removeMappings(to: relationship.destination) }
        for attribute in attributes { mapping.removeMappings(to: attribute.destination) }
        mapping.addAttributeMapping(fromKeyOfRepresentationTo: "id")
        if chance(0.2) { mapping.addAttributeMapping(fromKeyOfRepresentationTo: "id") }
        let prefix = PayloadPath([.keyOfRepresentation("id")])
        for var attribute in attributes where attribute.destination != "id" || chance(0.5) {
            if chance(0.9), !attribute.source.startsAtContext {
                attribute.source = prefix.appending(attribute.source)
            }
            mapping.addAttributeMapping(attribute)
        }
        for var relationship in relationships {
            if !relationship.source.startsAtContext {
                relationship.source = prefix.appending(relationship.source)
            }
            mapping.addRelationshipMapping(relationship)
        }
    }

    private mutating func attributeMapping(to name: String) -> AttributeMapping {
        var mapping = AttributeMapping(
            from: path(), to: name, using: chance(0.4) ? transform() : .default,
            isReadOnly: chance(0.1))
        mapping.isOptional = chance(0.1)
        mapping.writesNull = chance(0.1)
        if chance(0.1) { mapping.unknownCases = pick([.report, .assignNil, .fallback(3)]) }
        return mapping
    }

    private mutating func connection(
        _ name: String, of entity: EntityDescription
    ) -> ConnectionDescription {
        let owner = chance(0.9) ? entity.name : "Ancestor"
        guard chance(0.8) else {
            return ConnectionDescription(
                entity: owner, relationship: name, keyPath: "author.items",
                onMissing: pick([.keep, .clear]))
        }
        return ConnectionDescription(
            entity: owner, relationship: name, connectedBy: ["id": "title", "Z": "id"],
            includesSubentities: chance(0.8),
            sourcePredicate: pick([.true, .attribute("id") == 3, .attribute("id") > 3]),
            destinationPredicate: pick([.true, .false, .attribute("a.b") == "x"]),
            onMissing: pick([.keep, .clear]))
    }

    private mutating func set(_ mapping: inout EntityMapping) {
        if chance(0.5) { return }
        mapping.reusesUnidentifiedObjects = chance(0.5)
        mapping.allowedOperations = pick([.all, [.insert], []])
        mapping.identificationPredicate = pick([nil, .any("items", .attribute("x") < 2.5)])
        mapping.missingIdentification = pick(MissingIdentificationPolicy.allCases)
        mapping.acceptsIdentifiers = chance(0.5)
        mapping.conflictingSubentity = pick(ConflictingSubentityPolicy.allCases)
        mapping.followsSubentities = chance(0.2)
        mapping.modificationAttribute = pick([nil, "title"])
        mapping.shouldMapRelationshipsIfObjectIsUnmodified = chance(0.3)
        mapping.modificationThreshold = pick([0, 10])
        mapping.synchronizationAttribute = pick([nil, "Z"])
        mapping.deletionPredicate = pick([nil, .attribute("gone") == true])
        mapping.discardsInvalidObjectsOnInsert = chance(0.3)
        mapping.assignsDefaultValueForMissingAttributes = chance(0.3)
        mapping.assignsNilForMissingRelationships = chance(0.3)
        mapping.assignsNilForNullRelationships = chance(0.7)
        mapping.requiresArraysForToManyRelationships = chance(0.3)
        mapping.forcesCollectionMapping = chance(0.2)
        mapping.keyNaming = pick([.identity, .snakeCase])
        mapping.defaultTransforms = pick([[:], [.date: .iso8601]])
        mapping.unknownCases = pick([nil, .report, .assignNil])
        mapping.ignoredPaths = pick([[], ["a", "b.c"]])
        mapping.performsValidation = chance(0.7)
    }
}

extension RandomMappingFile {
    mutating func transform(depth: Int = 2) -> ValueTransform {
        let plain: [ValueTransform] = [
            .identity, .base64, .base64URL, .wrapped, .unique, .keyOfDictionary, .trimmed, .iso8601,
            .secondsSince1970, .millisecondsSince1970, .microsecondsSince1970, .httpDate,
            .rfc850Date, .asctimeDate, .usDate, .isoDay, .dotNetDate(), .dotNetDate(offset: 3600),
            .date(format: "EEE MMM dd HH:mm:ss Z yyyy"), .date(format: "yyyy", offset: -60),
            .enumeration(["b": 1, "a": "x"]), .enumeration(["a": 1.5, "b": .null]),
            .enumeration([1.0: true, true: ["x": 1]]), .enumeration(of: State.self),
            .booleanWords(true: ["on"], false: ["off", "no"]),
            .number(prefix: "$", suffix: " ", groupedBy: ",", point: ".", fractionDigits: 2),
            .number(),
        ]
        guard depth > 0, chance(0.3) else { return pick(plain) }
        let inner = transform(depth: depth - 1)
        return pick([
            .trimmed(then: inner), .emptyTextAsNull(then: inner), .emptyTextAsNull(),
            .firstOf([inner, .default]), .firstOf([]),
        ])
    }

    enum State: String, CaseIterable { case open, closed }

    private mutating func dynamicMapping(_ name: String, _ names: [String]) -> DynamicMapping {
        var mapping = DynamicMapping(
            named: name, unknownRepresentations: pick(UnknownRepresentationPolicy.allCases))
        mapping.forcesCollectionMapping = chance(0.2)
        for _ in 0..<pick([0, 1, 1, 3]) { mapping.add(matcher(use: pick(names))) }
        return mapping
    }

    private mutating func matcher(use name: String) -> MappingMatcher {
        switch pick([0, 1, 2, 3, 4]) {
        case 0: .value(at: path(), equals: pick([1, "x", .null, 2.0]), use: name)
        case 1: .table(at: path(), pick([["a": name, "b": "further"], ["b": name, 1: name]]))
        case 2: .text(at: path(), matches: "a+", use: name)
        case 3: .kind(at: path(), is: pick(PayloadKind.allCases), use: name)
        default: .predicate(condition(depth: 2), use: name)
        }
    }

    private mutating func condition(depth: Int) -> RepresentationPredicate {
        guard depth > 0, chance(0.5) else {
            return chance(0.3)
                ? .exists(path())
                : .comparison(path(), pick(RepresentationPredicate.Comparison.allCases), 3)
        }
        let inner = condition(depth: depth - 1)
        return pick([.not(inner), .all([inner, inner]), .any([inner]), .all([])])
    }
}
