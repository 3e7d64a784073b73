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
        #expect(try GraphRows(copy, of: file) == GraphRows(container, of: file))
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
}
