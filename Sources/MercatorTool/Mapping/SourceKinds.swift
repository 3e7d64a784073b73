import Mercator

/// The division of root paths by kind of source, where pages of different kinds have records at the
/// same path: `users.json` and `orders.json`, each an array.
struct SourceKinds {
    /// The mapping kept so far.
    private(set) var stored: MappingFile
    /// The mapping of the new pages, with the groups of the stored one where these are alike.
    private(set) var inferred: MappingFile
    /// The groups of the new pages, by their own names.
    private(set) var names: [String: String] = [:]

    /// The least share of keys that two kinds of records at one path have in common.
    private static let leastShared = 0.5

    /// Divides the root paths of two mappings alike.
    ///
    /// - Parameters:
    ///   - stored: The mapping kept so far.
    ///   - group: The kind of the sources of a mapping without groups.
    ///   - inferred: The mapping of the new pages.
    ///   - newGroup: The kind of the new pages, if these are of one kind.
    init(_ stored: MappingFile, _ group: String, _ inferred: MappingFile, _ newGroup: String) {
        self.stored = stored
        self.inferred = inferred
        let isPlain = stored.groups.isEmpty && inferred.groups.isEmpty
        guard
            !isPlain
                || !Self.alike(stored, stored.mappings.roots, inferred, inferred.mappings.roots)
        else { return }
        self.stored = stored.grouped(as: group.isEmpty ? "first" : group)
        self.inferred = inferred.grouped(as: newGroup)
        for new in self.inferred.groups { names[new.name] = match(new) }
        self.inferred = self.inferred.renamingGroups(names)
    }

    /// Returns the name of the stored group that a new one belongs to, or a new name.
    private func match(_ new: MappingFile.Group) -> String {
        let alike = stored.groups.filter { known in
            Self.alike(stored, known.roots, inferred, new.roots)
                && known.roots.contains { root in new.roots.contains { $0.path == root.path } }
        }
        if let same = alike.first(where: { $0.name == new.name }) ?? alike.first {
            return same.name
        }
        var name = new.name
        var number = 2
        while stored.groups.contains(where: { $0.name == name }) {
            name = "\(new.name)\(number)"
            number += 1
        }
        return name
    }

    /// Tests whether the records at equal root paths have keys in common.
    private static func alike(
        _ left: MappingFile, _ roots: [MappingSet.Root], _ right: MappingFile,
        _ others: [MappingSet.Root]
    ) -> Bool {
        roots.allSatisfy { root in
            guard let other = others.first(where: { $0.path == root.path }) else { return true }
            let (own, new) = (left.keys(of: root.mapping), right.keys(of: other.mapping))
            guard !own.isEmpty, !new.isEmpty else { return true }
            let shared = own.intersection(new).count
            return Double(shared) >= leastShared * Double(min(own.count, new.count))
        }
    }
}

extension MappingFile {
    /// The paths of a mapping, or of all that a dynamic mapping selects.
    fileprivate func keys(of name: String) -> Set<String> {
        let dynamic = mappings.dynamicMappings.first { $0.name == name }
        let names = Set(dynamic.map { $0.matchers.flatMap(\.mappings) } ?? [name])
        let own = mappings.mappings.filter { names.contains($0.name) }
        return Set(
            own.flatMap { mapping in
                mapping.attributeMappings.map { "\($0.source)" }
                    + mapping.relationshipMappings.map { "\($0.source)" }
            }.filter { !$0.hasPrefix("@") && !$0.isEmpty })
    }

    /// Returns the file with its root paths in a group.
    fileprivate func grouped(as name: String) -> MappingFile {
        guard groups.isEmpty else { return self }
        var copy = self
        copy.groups = [Group(name: name, roots: mappings.roots, rows: source.rows)]
        copy.source.rows = nil
        copy.mappings.roots = []
        copy.paths = paths.mapValues { $0.map { "\(name):\($0)" } }
        copy.ignored = ignored.map { "\(name):\($0)" }
        return copy
    }

    /// Returns the file with other names of its groups.
    fileprivate func renamingGroups(_ names: [String: String]) -> MappingFile {
        func renamed(_ path: String) -> String {
            guard let colon = path.firstIndex(of: ":") else { return path }
            return (names[String(path[..<colon])] ?? String(path[..<colon])) + path[colon...]
        }
        var copy = self
        for index in groups.indices {
            copy.groups[index].name = names[groups[index].name] ?? groups[index].name
        }
        copy.paths = paths.mapValues { $0.map(renamed) }
        copy.ignored = ignored.map(renamed)
        return copy
    }
}
