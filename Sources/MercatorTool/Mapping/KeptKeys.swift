import Mercator

/// The keys that objects have kept in their rest until a page made properties of them.
///
/// Values that the new attribute can hold are moved; `null` and empty arrays are removed. Any other
/// value stays in the rest, so that nothing is lost silently.
struct KeptKeys {
    /// A new property of an entity whose objects have a rest.
    private struct Key {
        let name: String
        /// The attribute, if it takes values as they are; `nil` for any other property.
        var attribute: AttributeDescription?
    }

    /// The entities with the attribute of the rest, and the new keys.
    private var entities: [(name: String, rest: String, keys: [Key])] = []

    private static let batch = 1000
    private static let retryLimit = 5

    /// Finds the keys that one mapping has, and an earlier one has not.
    init(from earlier: MappingFile, to file: MappingFile) {
        for mapping in file.mappings.mappings {
            let old = earlier.mappings.mappings.first { $0.name == mapping.name }
            guard let rest = mapping.attributeMappings.first(where: \.source.isRest),
                let old, old.attributeMappings.contains(rest)
            else { continue }
            let known = Set(
                old.attributeMappings.map(\.source) + old.relationshipMappings.map(\.source))
            let entity = file.entities.first { $0.name == mapping.entity.name }
            var keys: [Key] = []
            for added in mapping.attributeMappings where !known.contains(added.source) {
                guard let name = added.source.onlyKey else { continue }
                let attribute = entity?.attribute(named: added.destination)
                keys.append(
                    Key(name: name, attribute: added.transform == .default ? attribute : nil))
            }
            for added in mapping.relationshipMappings where !known.contains(added.source) {
                if let name = added.source.onlyKey { keys.append(Key(name: name)) }
            }
            guard !keys.isEmpty else { continue }
            entities.append((mapping.entity.name, rest.destination, keys))
        }
    }

    /// Moves the values of all objects.
    ///
    /// - Throws: `StoreError` if the store fails.
    /// - Complexity: O(objects of the entities with new keys).
    func move(in container: PersistentContainer) throws {
        for (name, rest, keys) in entities {
            let count = try container.perform { try $0.count(FetchRequest(name)) }
            for offset in stride(from: 0, to: count, by: Self.batch) {
                // A concurrent part of the same import may move them, too.
                try container.perform(retryLimit: Self.retryLimit) { context in
                    let request = FetchRequest(name, limit: Self.batch, offset: offset)
                    for object in try context.fetch(request) {
                        Self.move(keys, from: rest, of: object)
                    }
                    try context.save()
                }
            }
        }
    }

    private static func move(_ keys: [Key], from rest: String, of object: ManagedObject) {
        guard case .dictionary(var members) = object[rest] else { return }
        for key in keys {
            guard let value = members[key.name] else { continue }
            if value.saysNothing {
                members[key.name] = nil
            } else if let attribute = key.attribute, object[attribute.name].isNull,
                value.fits(attribute.type)
            {
                object[attribute.name] = value
                members[key.name] = nil
            }
        }
        let left = members.isEmpty ? Value.null : .dictionary(members)
        if left != object[rest] { object[rest] = left }
    }
}

extension PayloadPath {
    /// The key, if the path is a member of the representation.
    fileprivate var onlyKey: String? {
        guard components.count == 1, case .key? = components.first?.kind else { return nil }
        return components.first?.name
    }
}

extension Value {
    /// Indicates whether the value is `null` or an empty array.
    fileprivate var saysNothing: Bool { isNull || self == .array([]) }

    /// Tests whether an attribute of a type holds the value without a conversion.
    fileprivate func fits(_ type: AttributeType) -> Bool {
        switch self {
        case .boolean: type == .boolean
        case .integer: type == .integer64
        case .double: type == .double
        case .string: type == .string
        case .array: type == .array
        case .dictionary: type == .dictionary
        default: false
        }
    }
}
