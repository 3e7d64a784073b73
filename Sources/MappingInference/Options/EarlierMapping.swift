import EntityMapper
import MappingFiles
import ObjectGraph
import Payload

/// The decisions in an earlier mapping file, which later pages do not change (V5).
struct EarlierMapping {
    private let file: MappingFile
    private let mappings: [String: EntityMapping]

    init(_ file: MappingFile) {
        self.file = file
        mappings = Dictionary(
            file.mappings.mappings.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The places of maps and of records.
    var maps: [String] {
        places.filter { $0.hasSuffix("{}") }.map { String($0.dropLast(2)) }
    }

    var records: [String] {
        places.filter { !$0.hasSuffix("{}") && !$0.hasSuffix("[]") }
    }

    /// The members whose values divide records.
    var splits: [String] {
        file.mappings.dynamicMappings.flatMap(\.matchers).compactMap { matcher in
            switch matcher.condition {
            case .equals(let path, _), .table(let path, _): path.components.first?.key
            case .matches, .kind, .predicate, .closure: nil
            }
        }
    }

    /// The places of all entities, without the names of kinds of sources.
    private var places: [String] {
        file.places.values.joined().map { place in
            let group = file.groups.first { place.hasPrefix($0.name + ":") }
            return group.map { String(place.dropFirst($0.name.count + 1)) } ?? place
        }.sorted()
    }

    /// The identity of an entity; `nil` if the mapping does not have the entity.
    func identity(of entity: String) -> EarlierIdentity? {
        guard let mapping = mappings[entity] else { return nil }
        guard let attributes = mapping.identificationAttributes else { return EarlierIdentity.none }
        var members: [[String]] = []
        var parents: [[String]] = []
        var hasKey = false
        for name in attributes {
            guard
                let source = mapping.attributeMappings.first(where: { $0.destination == name })?
                    .source
            else { continue }
            switch source.scope {
            case .key: hasKey = true
            case .metadata: return .position
            case .parent: parents.append(keys(of: source))
            case .representation, .record, .root, .rest: members.append(keys(of: source))
            }
        }
        if !parents.isEmpty { return .local(parents) }
        return hasKey ? .key : .members(members)
    }

    /// The values that identify the objects of an entity.
    enum EarlierIdentity {
        case none, key, position
        case members([[String]])
        case local([[String]])
    }

    /// The keys of a path in a record, without that of a map and without wrappers.
    private func keys(of path: PayloadPath) -> [String] { path.components.compactMap(\.key) }

    /// The name of the property that the value at a path fills.
    func name(of path: [String], in entity: String) -> String? {
        guard let mapping = mappings[entity] else { return nil }
        return mapping.attributeMappings.first { isSame($0.source, path) }?.destination
            ?? mapping.relationshipMappings.first { isSame($0.source, path) }?.destination
    }

    private func isSame(_ source: PayloadPath, _ path: [String]) -> Bool {
        guard source.scope == .representation || source.usesKey, !path.isEmpty else { return false }
        let keys = keys(of: source)
        return keys == path
            || keys.count > path.count && Array(keys.suffix(path.count)) == path
                && NameWords.isWrapper(keys[0])
    }

    /// The relationship that a foreign key fills.
    func relationship(by attribute: String, in entity: String) -> String? {
        mappings[entity]?.connections.first { $0.keys.map(\.source) == [attribute] }?.relationship
    }

    /// The name of the inverse of a relationship.
    func inverse(of relationship: String, in entity: String) -> String? {
        let description = file.entities.first { $0.name == entity }
        if let inverse = description?.declaredRelationships.first(where: { $0.name == relationship }
        )?
        .inverse {
            return inverse
        }
        return file.entities.lazy.flatMap(\.declaredRelationships)
            .first { $0.destination == entity && $0.inverse == relationship }?.name
    }
}
