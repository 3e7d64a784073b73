import EntityMapper
import MercatorPayload
import ObjectGraph
import Testing

/// The text by which a checkpoint recognizes the mappings of an import.
@Suite("Content of a mapping set")
struct MappingSetContentTests {
    private static let article = EntityDescription("Article")

    private static var mapping: EntityMapping {
        var mapping = EntityMapping(for: article, named: "Piece", infersIdentification: false)
        mapping.identificationAttributes = ["articleID"]
        mapping.reusesUnidentifiedObjects = false
        mapping.allowedOperations = [.insert, .update]
        mapping.identificationPredicate = .attribute("isArchived") == false
        mapping.missingIdentification = .skip
        mapping.acceptsIdentifiers = true
        mapping.conflictingSubentity = .replace
        mapping.followsSubentities = true
        mapping.modificationAttribute = "version"
        mapping.modificationThreshold = 5
        mapping.synchronizationAttribute = "state"
        mapping.forcesCollectionMapping = true
        mapping.defaultTransforms = [.date: .default]
        mapping.unknownCases = .assignNil
        mapping.performsValidation = false
        mapping.ignoredPaths = ["a.b"]
        var title = AttributeMapping(from: "title", to: "title")
        title.unknownCases = .fallback("none")
        title.isOptional = true
        mapping.addAttributeMapping(title)
        mapping.addRelationshipMapping(
            RelationshipMapping(
                from: "tags", to: "tags", using: "Tag", assignmentPolicy: .union,
                allowedOperations: [.insert]))
        mapping.addConnection(for: "author", connectedBy: ["authorID": "authorID"])
        return mapping
    }

    private static var set: MappingSet {
        var dynamic = DynamicMapping(
            named: "Vehicle", [.value(at: "type", equals: "car", use: "Car")],
            unknownRepresentations: .fail)
        dynamic.forcesCollectionMapping = true
        var set = MappingSet([mapping], dynamicMappings: [dynamic], roots: ["pieces": "Piece"])
        set.unknownCases = .assignNil
        set.unknownRoots = .report
        set.requiresRoots = false
        return set
    }

    @Test func `it is the one that older checkpoints have`() {
        #expect(
            Self.set.content
                == #"""
                ["pieces Piece"]

                []

                UnknownCasePolicy(form: EntityMapper.UnknownCasePolicy.Form.assignNil) report false

                ["Piece", "Article", ["articleID"], false, insert, update, "isArchived == FALSE", "", EntityMapper.MissingIdentificationPolicy.skip, true, EntityMapper.ConflictingSubentityPolicy.replace, true]
                ["version", false, 5, "state", "", false, false, false, true, false, "", "", true, "[\"date default\"]", "Optional(EntityMapper.UnknownCasePolicy(form: EntityMapper.UnknownCasePolicy.Form.assignNil))", false, "", [], [a.b]]
                title title default true Optional(EntityMapper.UnknownCasePolicy(form: EntityMapper.UnknownCasePolicy.Form.fallback("none")))
                tags tags Tag union Optional(insert) false
                {"destinationPredicate":"TRUEPREDICATE","entity":"Article","includesSubentities":true,"keys":[{"destination":"authorID","source":"authorID"}],"onMissing":"keep","relationship":"author","sourcePredicate":"TRUEPREDICATE"}

                ["Vehicle", EntityMapper.UnknownRepresentationPolicy.fail, "", true]
                ["Car"] where 'type' is "car"
                """#)
        let plain = EntityMapping(for: Self.article, infersIdentification: false)
        #expect(
            MappingSet([plain]).content
                == #"""
                []

                []

                UnknownCasePolicy(form: EntityMapper.UnknownCasePolicy.Form.report) ignore true

                ["Article", "Article", [], true, insert, update, delete, "", "", EntityMapper.MissingIdentificationPolicy.insert, false, EntityMapper.ConflictingSubentityPolicy.skip, false]
                ["", false, 0, "", "", false, false, false, true, false, "", "", false, "[]", "nil", true, "", [], []]
                """#)
    }

    @Test(arguments: EntityMapping.declaredSettings.map(\.name))
    func `each setting that affects reading is a part of it`(name: String) throws {
        let plain = EntityMapping(for: Self.article, infersIdentification: false)
        var changed = plain
        let setting = try #require(EntityMapping.declaredSettings.first { $0.name == name })
        setting.change(&changed)
        #expect(changed != plain)
        #expect(
            (MappingSet([changed]).content != MappingSet([plain]).content) == (name != "keyNaming"))
    }
}

extension DeclaredSetting<EntityMapping> {
    /// Sets a value other than the default.
    fileprivate func change(_ mapping: inout EntityMapping) {
        switch form {
        case .flag(let path): mapping[keyPath: path].toggle()
        case .integer(let path): mapping[keyPath: path] += 1
        case .choice(let choice):
            let name = choice.name(mapping)
            choice.set(&mapping, choice.names.first { $0 != name } ?? name)
        case .attribute(let path): mapping[keyPath: path] = "name"
        case .attributes(let path): mapping[keyPath: path] = ["name"]
        case .paths(let path): mapping[keyPath: path] = ["a.b"]
        case .predicate(let path): mapping[keyPath: path] = .attribute("name") == "a"
        case .operations(let path): mapping[keyPath: path] = [.insert]
        case .inheritedOperations(let path): mapping[keyPath: path] = [.insert]
        case .keyNaming(let path): mapping[keyPath: path] = .snakeCase
        case .transform(let path): mapping[keyPath: path] = ValueTransform("none") { _ in nil }
        case .transforms(let path): mapping[keyPath: path] = [.date: .default]
        case .policy(let path): mapping[keyPath: path] = .assignNil
        case .inheritedPolicy(let path): mapping[keyPath: path] = .assignNil
        }
    }
}
