import MercatorPayload
import ObjectGraph

/// The content of mappings as text, used to recognise results of an earlier process.
///
/// Sets that map differently have different texts, and equal sets have equal texts in every
/// process. A closure is represented by its name.
///
/// Stored checkpoints contain the text, so its order stays. Settings declared later follow in their
/// order, unless they have their default.
extension MappingSet {
    package var content: String {
        var settings = ContentOfSettings(Self.declaredSettings, self, unlike: MappingSet())
        let values = settings.take(
            "defaultTransforms", "unknownCases", "unknownRoots", "requiresRoots")
        let lines = [
            "\(roots.map { "\($0.path) \($0.mapping)" })", "\(values[0])",
            "\(values[1]) \(values[2]) \(values[3])",
        ]
        return (lines + settings.rest + mappings.map(\.content) + dynamicMappings.map(\.content))
            .joined(separator: "\n\n")
    }
}

/// The values of declared settings in the content of a mapping.
private struct ContentOfSettings<Mapping: Sendable> {
    private let settings: [DeclaredSetting<Mapping>]
    private let mapping: Mapping
    private let new: Mapping
    private var taken: Set<String> = []

    init(_ settings: [DeclaredSetting<Mapping>], _ mapping: Mapping, unlike new: Mapping) {
        self.settings = settings
        self.mapping = mapping
        self.new = new
    }

    mutating func take(_ names: String...) -> [Any] {
        taken.formUnion(names)
        return names.flatMap { name in
            settings.filter { $0.name == name }.map { $0.content(mapping) }
        }
    }

    /// The settings that were not taken and differ from their defaults, a line each.
    var rest: [String] {
        settings.filter { !taken.contains($0.name) }.compactMap { setting in
            let value = "\(setting.content(mapping))"
            return value == "\(setting.content(new))" ? nil : "\(setting.name) \(value)"
        }
    }
}

extension EntityMapping {
    fileprivate var content: String {
        var settings = ContentOfSettings(
            Self.declaredSettings, self, unlike: .withDefaults)
        let identity: [Any] =
            [name, entity.name]
            + settings.take(
                "identificationAttributes", "reusesUnidentifiedObjects", "allowedOperations",
                "identificationPredicate")
            + [identificationPredicateBuilder?.name ?? ""]
            + settings.take(
                "missingIdentification", "acceptsIdentifiers", "conflictingSubentity",
                "followsSubentities")
        let treatment: [Any] =
            settings.take(
                "modificationAttribute", "shouldMapRelationshipsIfObjectIsUnmodified",
                "modificationThreshold", "synchronizationAttribute", "deletionPredicate",
                "discardsInvalidObjectsOnInsert", "assignsDefaultValueForMissingAttributes",
                "assignsNilForMissingRelationships", "assignsNilForNullRelationships",
                "requiresArraysForToManyRelationships")
            + [representationTransform?.name ?? "", didMap?.name ?? ""]
            + settings.take(
                "forcesCollectionMapping", "defaultTransforms", "unknownCases",
                "performsValidation")
            + [
                recordValidation?.name ?? "",
                validations.map { "\($0.key) \($0.value.name)" }.sorted(),
            ] + settings.take("ignoredPaths")
        // It only names properties that are added afterwards.
        _ = settings.take("keyNaming")
        let properties = attributeMappings.map(\.content) + relationshipMappings.map(\.content)
        let connections = connections.map { (try? $0.text()) ?? "\($0)" }
        return (["\(identity)", "\(treatment)"] + settings.rest + properties + connections)
            .joined(separator: "\n")
    }
}

extension AttributeMapping {
    fileprivate var content: String {
        var settings = ContentOfSettings(Self.declaredSettings, self, unlike: .withDefaults)
        let values = settings.take("transform", "isOptional", "unknownCases")
        // Only a writer uses these.
        _ = settings.take("isReadOnly", "writesNull")
        return (["\(source) \(destination) \(values[0]) \(values[1]) \(values[2])"] + settings.rest)
            .joined(separator: " ")
    }
}

extension RelationshipMapping {
    fileprivate var content: String {
        var settings = ContentOfSettings(Self.declaredSettings, self, unlike: .withDefaults)
        let values = settings.take("assignmentPolicy", "allowedOperations", "isOptional")
        // Only a writer uses it.
        _ = settings.take("representation")
        let line =
            "\(source) \(destination) \(mapping) \(values[0]) \(values[1]) \(values[2])"
        return ([line] + settings.rest).joined(separator: " ")
    }
}

extension DynamicMapping {
    fileprivate var content: String {
        var declared = ContentOfSettings(
            Self.declaredSettings, self, unlike: DynamicMapping(named: ""))
        let settings: [Any] =
            [name] + declared.take("unknownRepresentations")
            + [representationTransform?.name ?? ""] + declared.take("forcesCollectionMapping")
        return
            (["\(settings)"] + declared.rest
            + matchers.map { "\($0.mappings) \($0.condition.content)" })
            .joined(separator: "\n")
    }
}

extension MappingMatcher.Condition {
    fileprivate var content: String {
        switch self {
        case .predicate(let predicate): "\(predicate.node)"
        case .table(let path, let values): "\(path) \(values)"
        case .equals, .matches, .kind, .closure: "\(self)"
        }
    }
}
