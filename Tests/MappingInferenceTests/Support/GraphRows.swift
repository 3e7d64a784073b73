import EntityMapper
import MappingFiles
import ObjectGraph

/// The values and the numbers of links of all objects, but for their origin, by entity.
struct GraphRows: Equatable {
    private let rows: [String: [String]]

    /// Reads the entities that have a mapping of their own name in a file.
    init(_ container: PersistentContainer, of file: MappingFile) throws {
        rows = try container.perform { context in
            var rows: [String: [String]] = [:]
            for mapping in file.mappings.mappings where mapping.name == mapping.entity.name {
                let names = mapping.attributeMappings.filter { $0.source.scope != .metadata }
                    .map(\.destination)
                rows[mapping.name] = try context.fetch(FetchRequest(mapping.name)).map { object in
                    let values = names.map { "\($0): \(object[$0])" }
                    let links = mapping.entity.relationships.map { relationship in
                        let count =
                            relationship.isToMany
                            ? object[toMany: relationship.name].count
                            : object[toOne: relationship.name] == nil ? 0 : 1
                        return "\(relationship.name): \(count)"
                    }
                    return (values + links).joined(separator: ", ")
                }.sorted()
            }
            return rows
        }
    }
}
