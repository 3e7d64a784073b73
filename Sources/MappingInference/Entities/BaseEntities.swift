import EntityMapper
import MappingFiles
import MercatorPayload
import ObjectGraph

/// Looks up the entities of an earlier mapping for record types (V5).
struct BaseEntities {
    private let paths: BasePaths
    private let entities: [String?]
    /// The first keys of each entity's paths.
    private let members: [String: Set<String>]

    init(
        _ file: MappingFile, tree: SchemaTree, _ records: [RecordType], _ traits: [RecordTraits],
        isDescribed: Bool
    ) {
        members = Dictionary(
            file.mappings.mappings.map { mapping in
                let paths =
                    mapping.attributeMappings.map(\.source)
                    + mapping.relationshipMappings.map(\.source)
                return (mapping.entity.name, Set(paths.compactMap { $0.components.first?.key }))
            }, uniquingKeysWith: { $0.union($1) })
        let paths = BasePaths(file, tree, isDescribed: isDescribed)
        self.paths = paths
        let kinds = Self.kinds(in: file)
        let parts = Set(
            file.mappings.mappings.filter { $0.identificationAttributes == nil }
                .map(\.entity.name))
        entities = records.indices.map { index in
            let names = paths.entities(at: records[index].node)
            guard names.count > 1 else {
                return records[index].share == .linked ? nil : names.first
            }
            // A path may hold several entities: variants, or a link and its shared object.
            switch records[index].share {
            case .link: return names.first(where: parts.contains)
            case .linked: return names.first { !parts.contains($0) }
            case .all, .variant, .collection:
                return names.first { name in
                    traits[index].kinds.contains { kinds[name]?.contains($0) == true }
                }
            }
        }
    }

    /// The discriminator values and collections that select each entity in dynamic mappings.
    private static func kinds(in file: MappingFile) -> [String: Set<String>] {
        let entities = Dictionary(
            file.mappings.mappings.map { ($0.name, $0.entity.name) },
            uniquingKeysWith: { first, _ in first })
        var kinds: [String: Set<String>] = [:]
        func add(_ kind: String, _ mapping: String?) {
            guard let entity = mapping.flatMap({ entities[$0] }) else { return }
            kinds[entity, default: []].insert(kind)
        }
        for matcher in file.mappings.dynamicMappings.flatMap(\.matchers) {
            switch matcher.condition {
            case .equals(_, .string(let value)): add(value, matcher.mappings.first)
            case .table(_, let values):
                for case (.string(let value), let mapping) in zip(values, matcher.mappings) {
                    add(value, mapping)
                }
            case .matches(_, let pattern): add(pattern, matcher.mappings.first)
            case .equals, .kind, .predicate, .closure: continue
            }
        }
        return kinds
    }

    /// The names of the entities.
    var names: [String] { members.keys.sorted() }

    /// Tests whether records at a new path resemble an earlier entity.
    ///
    /// They share at least two members, and 30 % of all or 80 % of the smaller set.
    func resembles(_ name: String, _ shape: Set<String>) -> Bool {
        guard let members = members[name] else { return false }
        let likeness = Similarity(members, shape)
        return likeness.shared >= min(2, members.count, shape.count)
            && (likeness.jaccard >= Threshold.some || likeness.containment >= Threshold.most)
    }

    /// Tests whether the earlier mapping has an entity at a path.
    func has(_ entity: String, at node: SchemaNodeID) -> Bool {
        paths.entities(at: node).contains(entity)
    }

    /// Returns the earlier entity of a record type, or `nil`.
    func entity(of record: Int) -> String? { entities[record] }
}

extension RecordTraits {
    /// The values that a dynamic mapping matches for the records.
    fileprivate var kinds: [String] {
        discriminators.sorted { $0.key < $1.key }.map(\.value)
            + (collection.map { [CollectionURL.pattern(of: $0)] } ?? [])
    }
}
