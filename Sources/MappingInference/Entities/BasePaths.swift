import EntityMapper
import MappingFiles
import MercatorPayload

/// Looks up the entities of an earlier mapping by path.
///
/// Paths are compared only between similar sources: `[]` of users is not `[]` of orders. Sources
/// are similar if their root records share keys.
struct BasePaths {
    private let tree: SchemaTree
    /// The earlier paths and their entities, for each source group of the tree.
    private let entities: [[(path: SchemaPath, entity: String)]]

    /// The minimum share of common keys in root records of similar sources.
    private static let leastShared = 0.5

    /// Looks up all paths.
    ///
    /// - Parameters:
    ///   - file: The earlier mapping.
    ///   - tree: The nodes of the sources.
    ///   - isDescribed: Whether the mapping describes an API. Of its many roots, the roots of
    ///     a source have most of its keys, and not its identity alone.
    init(_ file: MappingFile, _ tree: SchemaTree, isDescribed: Bool) {
        self.tree = tree
        entities = tree.profile.groups.map { group in
            let names = Self.kinds(of: file, like: group, tree, isDescribed)
            return file.paths.sorted { $0.key < $1.key }.flatMap { entity, paths in
                paths.compactMap { path in
                    let (kind, rest) = Self.parts(of: path, in: file)
                    return names.contains(kind) ? (SchemaPath(rest), entity) : nil
                }
            }
        }
    }

    /// Returns the names of the earlier entities at a path.
    func entities(at node: SchemaNodeID) -> [String] {
        // An array and a single record at the top are at the same path.
        entities[tree.group(of: node)].filter { tree.matches(node, $0.path) }
            .reduce(into: []) { if !$0.contains($1.entity) { $0.append($1.entity) } }
    }

    /// Splits a path into group name, possibly empty, and the rest.
    private static func parts(of path: String, in file: MappingFile) -> (String, String) {
        guard let group = file.groups.first(where: { path.hasPrefix($0.name + ":") }) else {
            return ("", path)
        }
        return (group.name, String(path.dropFirst(group.name.utf8.count + 1)))
    }

    /// Returns the names of the earlier groups that a source group resembles.
    private static func kinds(
        of file: MappingFile, like group: SourceGroup, _ tree: SchemaTree, _ isDescribed: Bool
    ) -> Set<String> {
        guard !file.groups.isEmpty else {
            return isAlike(file.mappings.roots, of: file, group, tree, isDescribed) ? [""] : []
        }
        let alike = file.groups.filter { known in
            isAlike(known.roots, of: file, group, tree, isDescribed)
                && known.roots.contains { node(at: $0.path, of: group, tree) != nil }
        }
        let likeness = alike.map { Self.likeness($0.roots, of: file, group, tree) }
        let best =
            alike.first { $0.name == group.name }
            ?? zip(alike, likeness).first { $0.1 == likeness.max() }?.0
        return Set(best.map { [$0.name] } ?? [])
    }

    /// Returns the share of common keys in all keys of root records, of the most similar ones.
    private static func likeness(
        _ roots: [MappingSet.Root], of file: MappingFile, _ group: SourceGroup, _ tree: SchemaTree
    ) -> Double {
        roots.compactMap { root in
            node(at: root.path, of: group, tree).map { node in
                Similarity(
                    file.firstKeys(of: root.mapping), Set(tree.members(of: node).map(\.key))
                ).jaccard
            }
        }.max() ?? 0
    }

    /// Tests whether the records at root paths share keys with the tree's root records.
    private static func isAlike(
        _ roots: [MappingSet.Root], of file: MappingFile, _ group: SourceGroup, _ tree: SchemaTree,
        _ isDescribed: Bool
    ) -> Bool {
        roots.allSatisfy { root in
            guard let node = node(at: root.path, of: group, tree) else { return true }
            let own = file.firstKeys(of: root.mapping)
            let new = Set(tree.members(of: node).map(\.key))
            guard !own.isEmpty, !new.isEmpty else { return true }
            let shared = own.intersection(new).count
            if isDescribed {
                return shared >= min(2, new.count)
                    && Double(shared) >= Threshold.majority * Double(new.count)
            }
            return Double(shared) >= leastShared * Double(min(own.count, new.count))
        }
    }

    /// Returns the node of the records at a root path.
    private static func node(
        at path: PayloadPath, of group: SourceGroup, _ tree: SchemaTree
    ) -> SchemaNodeID? {
        var node = tree.inner(of: group.root)
        for key in path.components.compactMap(\.key) {
            guard let member = tree.members(of: node).first(where: { $0.key == key }) else {
                return nil
            }
            node = tree.inner(of: member.node)
        }
        return node
    }
}

extension SchemaTree {
    /// Returns the innermost element or entry of nested collections, or the node itself.
    fileprivate func inner(of node: SchemaNodeID) -> SchemaNodeID {
        var node = node
        while let inner = element(of: node) ?? entry(of: node) { node = inner }
        return node
    }
}

extension MappingFile {
    /// Returns the first keys of a mapping's paths, or of all mappings that a dynamic one selects.
    fileprivate func firstKeys(of name: String) -> Set<String> {
        let dynamic = mappings.dynamicMappings.first { $0.name == name }
        let names = Set(dynamic.map { $0.matchers.flatMap(\.mappings) } ?? [name])
        let paths = mappings.mappings.filter { names.contains($0.name) }.flatMap { mapping in
            mapping.attributeMappings.map(\.source) + mapping.relationshipMappings.map(\.source)
        }
        return Set(
            paths.filter { $0.scope == .representation || $0.usesKey }
                .compactMap { $0.components.lazy.compactMap(\.key).first })
    }
}
