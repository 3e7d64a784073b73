import EntityMapper
import MappingFiles
import MercatorPayload
import ObjectGraph

/// The decisions of an earlier mapping file, which later pages do not change (V5).
struct BaseMapping {
    private let file: MappingFile
    private let mappings: [String: EntityMapping]
    /// The paths of each entity.
    let entities: [[SchemaPath]]
    /// The paths that are not mapped.
    let ignored: [SchemaPath]

    init(_ file: MappingFile) {
        self.file = file
        entities = file.paths.values.map { $0.map { SchemaPath($0) } }
        ignored = file.ignored.map { SchemaPath($0) }
        mappings = Dictionary(
            file.mappings.mappings.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The paths of maps.
    var maps: [SchemaPath] { paths.filter { $0.steps.last == .entry } }

    var records: [SchemaPath] {
        paths.filter { $0.steps.last != .entry && $0.steps.last != .element }
    }

    /// The discriminator members.
    var splits: [String] {
        file.mappings.dynamicMappings.flatMap(\.matchers).compactMap { matcher in
            switch matcher.condition {
            case .equals(let path, _), .table(let path, _): path.components.first?.key
            case .matches, .kind, .predicate, .closure: nil
            }
        }
    }

    /// The paths of all entities, without group names.
    private var paths: [SchemaPath] {
        file.paths.values.joined().map { path in
            let group = file.groups.first { path.hasPrefix($0.name + ":") }
            return group.map { String(path.dropFirst($0.name.count + 1)) } ?? path
        }.sorted().map { SchemaPath($0) }
    }

    /// Returns the identity of an entity; `nil` if the file does not contain the entity.
    func identity(of entity: String) -> InferredIdentity? {
        guard let mapping = mappings[entity] else { return nil }
        guard let attributes = mapping.identificationAttributes else {
            return InferredIdentity.none
        }
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

    /// Returns the keys of a path, without map keys and wrappers.
    private func keys(of path: PayloadPath) -> [String] { path.components.compactMap(\.key) }

    /// Returns the name of the property that a path fills.
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

    /// Returns the name of a relationship's inverse.
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
