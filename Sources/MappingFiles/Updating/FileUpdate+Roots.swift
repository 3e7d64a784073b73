import EntityMapper
import ObjectGraph

extension FileUpdate {
    /// Adds the dynamic mappings that the file lacks, and the values that its tables lack.
    mutating func updateDynamicMappings() {
        for mapping in inferred.mappings.dynamicMappings {
            let own = DynamicMapping(
                named: mapping.name, mapping.matchers.map(translated),
                unknownRepresentations: mapping.unknownRepresentations)
            guard
                let index = file.mappings.dynamicMappings.firstIndex(where: {
                    $0.name == mapping.name
                })
            else {
                if mayAdd(mapping.name, "a dynamic mapping") {
                    file.mappings.dynamicMappings.insert(own, inOrderOf: \.name)
                }
                continue
            }
            let known = file.mappings.dynamicMappings[index]
            guard known.matchers.count == 1, own.matchers.count == 1,
                case .table(let path, let values) = known.matchers[0].condition,
                case .table(path, let others) = own.matchers[0].condition
            else {
                if known.matchers != own.matchers {
                    report(mapping.name, "stays as it is; the sample suggests other matchers")
                }
                continue
            }
            let table = zip(values, known.matchers[0].mappings).map { ($0, $1) }
            let new = zip(others, own.matchers[0].mappings).filter {
                !values.contains($0.0) && isKnown($0.1)
            }
            let shown = new.map { "\($0.0)" }.joined(separator: ", ")
            guard !new.isEmpty, mayAdd(mapping.name, "at '\(path)': \(shown)") else { continue }
            let all = (table + new).sorted { "\($0.0)".precedes("\($1.0)") }
            file.mappings.dynamicMappings[index].remove(known.matchers[0])
            file.mappings.dynamicMappings[index].add(
                MappingMatcher(
                    condition: .table(path, all.map(\.0)), mappings: all.map(\.1)))
        }
    }

    private func translated(_ matcher: MappingMatcher) -> MappingMatcher {
        MappingMatcher(
            condition: matcher.condition, mappings: matcher.mappings.map { names[$0] ?? $0 })
    }

    /// Adds the root paths that the file lacks.
    mutating func updateRoots() {
        update(\.mappings.roots, inferred.mappings.roots)
        addRows(\.source.rows, inferred.source.rows)
        for group in inferred.groups {
            if let index = file.groups.firstIndex(where: { $0.name == group.name }) {
                update(\.groups[index].roots, group.roots)
                addRows(\.groups[index].rows, group.rows)
            } else if mayAdd(group.name, "a kind of sources") {
                var group = group
                group.roots = group.roots.map(translated)
                file.groups.insert(group, inOrderOf: \.name)
            }
        }
    }

    /// Adds the columns of records that are rows, where earlier ones were objects.
    private mutating func addRows(
        _ path: WritableKeyPath<MappingFile, [String]?>, _ rows: [String]?
    ) {
        guard let rows, file[keyPath: path] == nil,
            mayAdd("source", "rows with the columns \(rows.joined(separator: ", "))")
        else { return }
        file[keyPath: path] = rows
    }

    private mutating func update(
        _ path: WritableKeyPath<MappingFile, [MappingSet.Root]>, _ roots: [MappingSet.Root]
    ) {
        for root in roots.map(translated) {
            if let known = file[keyPath: path].first(where: { $0.path == root.path }) {
                guard known != root else { continue }
                report(
                    "roots",
                    "'\(root.path)' stays \(known.mapping); the sample suggests "
                        + root.mapping)
            } else if !file.isIgnored("\(root.path)"), isKnown(root.mapping),
                mayAdd("roots", "'\(root.path)'")
            {
                file[keyPath: path].append(root)
            }
        }
    }

    private func isKnown(_ mapping: String) -> Bool {
        file.mappings[mapping] != nil || file.mappings[dynamic: mapping] != nil
    }

    private func translated(_ root: MappingSet.Root) -> MappingSet.Root {
        MappingSet.Root(root.path, using: names[root.mapping] ?? root.mapping)
    }
}
