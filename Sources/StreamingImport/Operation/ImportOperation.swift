public import EntityMapper
public import ObjectGraph
import Payload

/// Imports a source of any size: reads it in chunks, and maps and saves its records in batches.
///
/// Memory holds a few batches, however large the source is. What a batch leaves open is connected when its
/// destination comes, as with separate loads. The plan sees each record as if it stood at the top of a
/// payload; of the payload around it, nothing.
///
/// ```swift
/// var operation = try ImportOperation(plan, format: .array(at: "articles"))
/// operation.options.checkpoint = "articles"
/// let result = try await operation.run(file: "articles.json", in: container)
/// print(result.records, result.total.inserted)
/// ```
///
/// With a checkpoint, a run goes on where the last one was cancelled or killed: each record is imported
/// exactly once.
public struct ImportOperation: Sendable {
    /// The compiled mappings; their only root is the record.
    public let plan: MappingPlan
    /// How the records lie in the source.
    public let format: ImportFormat
    /// How the import reads, and how it treats what does not fit.
    public var options: ImportOptions
    /// What paths that begin with `@metadata` find; see `MappingOperation`.
    public var metadata: [String: Value] = [:]

    /// Makes an import; it can run any number of times.
    ///
    /// - Parameters:
    ///   - plan: The compiled mappings.
    ///   - name: The mapping of the records; `nil` for that of the plan's only root.
    ///   - format: How the records lie in the source.
    ///   - options: How the import reads, and how it treats what does not fit.
    /// - Throws: ``ImportError`` with code `unclearMapping` or `invalidPath`; `MappingPlanError` if the
    ///   plan has no mapping with this name.
    public init(
        _ plan: MappingPlan, mapping name: String? = nil, format: ImportFormat = .lines,
        options: ImportOptions = ImportOptions()
    ) throws {
        try format.check()
        let roots = plan.mappings.roots
        guard let name = name ?? (roots.count == 1 ? roots[0].mapping : nil) else {
            let names = roots.map { "'\($0.mapping)'" }.joined(separator: ", ")
            throw ImportError(
                .unclearMapping,
                "expected a plan with one root, or the name of a mapping, found "
                    + "\(roots.isEmpty ? "a plan without roots" : "the roots \(names)"); "
                    + "name the mapping of the records")
        }
        if roots == [MappingSet.Root(.root, using: name)] {
            self.plan = plan
        } else {
            var mappings = MappingSet(
                plan.mappings.mappings, dynamicMappings: plan.mappings.dynamicMappings)
            mappings.defaultTransforms = plan.mappings.defaultTransforms
            mappings.unknownCases = plan.mappings.unknownCases
            mappings.addRoot(.root, using: name)
            self.plan = try MappingPlan(mappings, for: plan.model)
        }
        self.format = format
        self.options = options
    }

    /// The entity of the records; of those that a dynamic mapping may choose, the first.
    var entityName: String {
        let name = plan.mappings.roots[0].mapping
        let dynamic = plan.mappings.dynamicMappings.first { $0.name == name }
        let names = [name] + (dynamic?.knownMappings ?? [])
        return names.lazy.compactMap { name in
            plan.mappings.mappings.first { $0.name == name }?.entity.name
        }.first ?? name
    }

    /// Where the store keeps the checkpoint; `nil` if none is wanted.
    var checkpointKey: CheckpointKey? {
        options.checkpoint.map {
            CheckpointKey(
                "import \($0)", beside: plan.model.index(ofEntity: entityName) ?? 0)
        }
    }
}

/// Checkpoints.
extension ImportOperation {
    /// How far the import has come that has the name of ``ImportOptions/checkpoint``.
    ///
    /// - Parameter container: Where the objects go.
    /// - Returns: The checkpoint; `nil` if there is none, or the options name none.
    /// - Throws: `StoreError` if the store cannot be read, ``ImportError`` with code
    ///   `invalidCheckpoint`.
    public func checkpoint(in container: PersistentContainer) throws -> ImportCheckpoint? {
        guard let name = options.checkpoint else { return nil }
        let text = try storedCheckpoint(in: container)
        return try text.map { text in try ImportCheckpoint(name: name, text: text) }
    }

    /// The checkpoint as the store has it.
    func storedCheckpoint(in container: PersistentContainer) throws -> String? {
        guard let key = checkpointKey else { return nil }
        return try container.perform { try $0.checkpoint(key) }
    }

    /// Makes the store forget how far the import has come; objects stay.
    ///
    /// - Parameter container: Where the objects went.
    /// - Throws: `StoreError` if the store fails.
    public func removeCheckpoint(in container: PersistentContainer) throws {
        guard let key = checkpointKey else { return }
        try container.perform { context in
            guard let text = try context.checkpoint(key) else { return }
            context.moveCheckpoint(CheckpointChange(key, from: text, to: nil))
            try context.save()
        }
    }
}
