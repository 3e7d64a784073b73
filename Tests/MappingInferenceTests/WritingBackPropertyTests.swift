import EntityMapper
import MappingFiles
import MappingInference
import ObjectGraph
import RepresentationWriting
import TestSupport
import Testing

/// Payloads that are written with the mapping that was inferred from them.
///
/// The graph of the payload and that of what is written from it are equal, so the mapping loses
/// nothing of what it keeps.
@Suite("What is inferred writes its payload")
struct WritingBackPropertyTests {
    /// Payloads whose records have several values for one object, of different days or from a
    /// generator of examples, so that they are not the same graph even when they are loaded twice.
    private static let changing: Set<String> = ["hooks", "stripe"]

    /// Cost: each real payload is inferred and loaded, and loaded once more as it is written.
    @Test(arguments: RealPayloads.names.filter { !changing.contains($0) })
    func `a real payload that is written back is the same graph`(name: String) throws {
        try check(RealPayloads.inferred(name))
    }

    @Test(arguments: Seeds.upTo(30))
    func `a random payload that is written back is the same graph`(seed: UInt64) throws {
        var world = RandomWorld(seed: seed)
        var order = SeededGenerator(seed: seed)
        try check(Inferred(world.text(shuffledBy: &order)))
    }

    private func check(_ inferred: Inferred) throws {
        let file = inferred.mapping.file
        let container = try inferred.container()
        let copy = try PersistentContainer(model: file.model(), store: InMemoryStore())
        let groups = file.groups.isEmpty ? [nil] : file.groups.map { Optional($0.name) }
        for group in groups {
            let plan = try file.plan(forSource: group)
            for root in file.mappings(forSource: group).roots {
                let body = try self.body(of: root, plan, in: container)
                var operation = MappingOperation(plan)
                operation.metadata["source"] = "page.json"
                operation.positions = .counted(from: plan.roots.map { _ in 0 })
                let result = try operation.run(body, in: copy)
                #expect(result.issues.isEmpty, "\(root.path): \(result.issues.prefix(3))")
            }
        }
        let (expected, found) = try (rows(of: file, in: container), rows(of: file, in: copy))
        for (entity, rows) in expected { #expect(found[entity] == rows, "\(entity)") }
    }

    /// Writes all objects of a root path's entity.
    private func body(
        of root: MappingSet.Root, _ plan: MappingPlan, in container: PersistentContainer
    ) throws -> [UInt8] {
        let writer = try RepresentationWriter(plan, mapping: root.mapping, root: root.path)
        // A dynamic mapping has the name of the abstract entity, perhaps with a path.
        let entity = root.mapping.split(separator: " ")[0]
        return try container.perform { context in
            try writer.jsonBytes(for: context.fetch(FetchRequest(String(entity))))
        }
    }

    /// Returns the values and the numbers of links of the objects, but for their origin.
    private func rows(
        of file: MappingFile, in container: PersistentContainer
    ) throws -> [String: [String]] {
        try container.perform { context in
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
