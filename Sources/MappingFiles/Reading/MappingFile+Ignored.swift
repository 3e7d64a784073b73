package import EntityMapper
import MercatorPayload
import ObjectGraph

extension MappingFile {
    /// The mappings, with ``ignored`` paths where mappings keep the remaining members of records.
    package var ignoringMappings: MappingSet {
        var set = resolved.mappings
        guard !ignored.isEmpty else { return set }
        for index in set.mappings.indices where set.mappings[index].keepsRest {
            let entity = set.mappings[index].entity.name
            let below = Set((paths[entity] ?? []).flatMap(ignoredPaths))
            set.mappings[index].ignorePaths(below.sorted { "\($0)".precedes("\($1)") })
        }
        return set
    }

    /// Indicates whether a mapping keeps the remaining members of its records.
    package var keepsRest: Bool { mappings.mappings.contains(where: \.keepsRest) }

    /// Returns the ignored paths below an entity's path, relative to it.
    ///
    /// Ignored paths may omit the group's name.
    private func ignoredPaths(below path: String) -> [PayloadPath] {
        let group = groups.first { path.hasPrefix($0.name + ":") }.map { $0.name + ":" } ?? ""
        let start = path.dropFirst(group.count)
        return ignored.compactMap { ignored in
            let ignored = ignored.hasPrefix(group) ? ignored.dropFirst(group.count) : ignored[...]
            guard start == "self" || ignored.hasPrefix(start + ".") else { return nil }
            // A path leads through the elements of an array anyway; any key leads into a map.
            let text = (start == "self" ? ignored : ignored.dropFirst(start.count + 1))
                .replacing("[]", with: "").replacing("{}", with: ".{key}")
            return PayloadPath(declared: text)
        }
    }
}

extension EntityMapping {
    /// Indicates whether an attribute has the remaining members of records.
    package var keepsRest: Bool { attributeMappings.contains { $0.source.isRest } }

    /// Adds ignored paths; in a map, they begin at its values.
    fileprivate mutating func ignorePaths(_ paths: [PayloadPath]) {
        let key = MapForm(self)?.key
        for path in paths {
            let path = key.map { MapForm.absolute(path, key: $0) } ?? path
            if !ignoredPaths.contains(path) { ignoredPaths.append(path) }
        }
    }
}
