import EntityMapper
import ObjectGraph
import Payload

extension RecordEntry {
    /// The members of a mapping apart from its properties.
    static let settings: [Field<RecordEntry>] =
        [map, rest] + mappingSettings.map { $0.of(\.mapping) }

    /// The attribute for the keys of a map: `{"key": "code"}`.
    private static let map = Field<RecordEntry>(key: "map") { record, _ in
        record.key.map { .tagged("key", .string($0)) }
    } read: { value, record, reader in
        record.mapping.forcesCollectionMapping = true
        let members = reader.members(of: value, expected: "an object with the key's attribute")
        for member in members {
            guard member.key == "key" else {
                reader.unknown(member.key, at: member.name, among: ["key"])
                continue
            }
            record.key = Coding<_>.text(of: "the name of an attribute").read(
                member.value, &reader)
        }
        if value.kind == .object, members.isEmpty {
            reader.report(.member, at: value, "'map' needs the attribute for its keys, 'key'")
        }
    }

    /// The usual name of the attribute for the remaining members of records.
    static let restName = "rest"

    /// The attribute for the remaining members of records: `true`, or its name.
    private static let rest = Field<RecordEntry>(key: "rest") { record, _ in
        record.rest.map { $0 == restName ? .boolean(true) : .string($0) }
    } read: { value, record, reader in
        if let name = value.string, !name.isEmpty {
            record.rest = name
        } else if let flag = value.bool {
            record.rest = flag ? restName : nil
        } else {
            reader.mismatch(value, expected: "true, or the name of the attribute")
        }
        if let name = record.rest { reader.note("\(record.name).\(name)", at: value) }
    }

    private static let mappingSettings: [Field<EntityMapping>] = [
        .field("identification", \.identificationAttributes, .list(of: .text)),
        .field("identificationPredicate", \.identificationPredicate, .predicate),
        .field("missingIdentification", \.missingIdentification, unless: .insert, .choice),
        .flag("acceptsIdentifiers", \.acceptsIdentifiers),
        .flag("reusesUnidentifiedObjects", \.reusesUnidentifiedObjects, unless: true),
        .field("allowedOperations", \.allowedOperations, unless: .all, .operations),
        .field("conflictingSubentity", \.conflictingSubentity, unless: .skip, .choice),
        .flag("followsSubentities", \.followsSubentities),
        .field("ignoredPaths", \.ignoredPaths, unless: [], .list(of: .path)),
        .field("modificationAttribute", \.modificationAttribute, .text),
        .flag(
            "shouldMapRelationshipsIfObjectIsUnmodified",
            \.shouldMapRelationshipsIfObjectIsUnmodified),
        .field("modificationThreshold", \.modificationThreshold, unless: 0, .integer),
        .field("synchronizationAttribute", \.synchronizationAttribute, .text),
        .field("deletionPredicate", \.deletionPredicate, .predicate),
        .flag("discardsInvalidObjectsOnInsert", \.discardsInvalidObjectsOnInsert),
        .flag(
            "assignsDefaultValueForMissingAttributes", \.assignsDefaultValueForMissingAttributes),
        .flag("assignsNilForMissingRelationships", \.assignsNilForMissingRelationships),
        .flag(
            "assignsNilForNullRelationships", \.assignsNilForNullRelationships, unless: true),
        .flag("requiresArraysForToManyRelationships", \.requiresArraysForToManyRelationships),
        .flag("forcesCollectionMapping", \.forcesCollectionMapping),
        .field("keyNaming", \.keyNaming, unless: .identity, .keyNaming),
        .field("defaultTransforms", \.defaultTransforms, unless: [:], .typeTransforms),
        .field("unknownCases", \.unknownCases, .unknownCases),
        .flag("performsValidation", \.performsValidation, unless: true),
    ]
}

extension Coding where Value == KeyNaming {
    /// The name of a strategy.
    fileprivate static var keyNaming: Coding {
        let known = Coding.choice([("identity", .identity), ("snakeCase", .snakeCase)])
        return Coding { naming, writer in
            if naming != .identity, naming != .snakeCase {
                writer.report("the key naming '\(naming.name)' is a closure")
            }
            return .string(naming.name)
        } read: { value, reader in
            known.read(value, &reader)
        }
    }
}

extension Coding where Value == [AttributeType: ValueTransform] {
    /// An object with the transforms by type.
    static var typeTransforms: Coding {
        let names = Coding<[String: ValueTransform]>.table(of: .transform)
        return Coding { transforms, writer in
            let named = transforms.map { ($0.key.rawValue, $0.value) }
            return names.write(Dictionary(uniqueKeysWithValues: named), &writer)
        } read: { value, reader in
            var transforms: [AttributeType: ValueTransform] = [:]
            for member in reader.members(of: value) {
                let transform = Coding<_>.transform.read(member.value, &reader)
                guard let type = AttributeType(rawValue: member.key) else {
                    reader.unknown(
                        member.key, at: member.name, among: AttributeType.allCases.map(\.rawValue))
                    continue
                }
                transforms[type] = transform
            }
            return transforms
        }
    }
}
