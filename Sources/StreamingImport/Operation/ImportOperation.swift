public import EntityMapper
import MercatorPayload
public import ObjectGraph

/// Imports a source of any size: reads it in chunks, and maps and saves its records in batches.
///
/// Memory is bounded by a few batches. References to objects of later batches are connected when
/// these are imported, as with separate payloads. Each record is processed like the root of a
/// payload; the enclosing payload is not available to mappings.
///
/// ```swift
/// var operation = try ImportOperation(plan, format: .array(at: "articles"))
/// operation.options.checkpoint = "articles"
/// let result = try await operation.run(file: "articles.json", in: container)
/// print(result.records, result.total.inserted)
/// ```
///
/// With a checkpoint, a run continues where the last one was cancelled or killed: each record is
/// imported exactly once.
public struct ImportOperation: Sendable {
    /// The compiled mappings, whose only root is the record.
    public let plan: MappingPlan
    /// The arrangement of records in the source.
    public let format: ImportFormat
    /// The options for reading the source and handling issues.
    public var options: ImportOptions
    /// The values of paths that begin with `@metadata`; see `MappingOperation`.
    ///
    /// Unless there are members of these names, an import adds `source`, the name of its file
    /// without folders, and `position`, the zero-based index of a record in the source over all
    /// batches.
    public var metadata: [String: Value] = [:]
    /// The version of a source that is not a file, as its checkpoints keep it.
    package var origin: [String: String] = [:]
    /// A shared account of several imports.
    package var account: ImportAccount?
    /// Changes or checks the objects of each batch before they are saved; `nil` for nothing.
    package var willSave: (@Sendable (ManagedObjectContext, MappingResult?) throws -> Void)?
    /// The edits that the payload may not know.
    package var edits = PayloadEdits()
    /// Indicates whether a task reads, parses and collects a batch while another one is saved.
    ///
    /// On a single core, this takes 2 to 3 % longer.
    package var readsAhead = Cores.count > 1
    /// The positions of the first records, by mapping.
    var firstPositions: [String: Int] = [:]
    /// The columns, if records are rows.
    var rows: RowNames?
    /// The parser of a source that is read as a whole.
    var parseDocument: @Sendable ([UInt8]) throws -> PayloadDocument

    /// Creates an import, which can be run any number of times.
    ///
    /// - Parameters:
    ///   - plan: The compiled mappings.
    ///   - name: The name of the mapping of the records; `nil` for the mapping of the plan's only
    ///     root.
    ///   - format: The arrangement of records in the source.
    ///   - options: The options for reading the source and handling issues.
    /// - Throws: ``ImportError`` with code `unclearMapping` or `invalidPath`; `MappingPlanError` if
    ///   the plan has no mapping with this name.
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
            var mappings = plan.mappings.withoutRoots
            mappings.addRoot(.root, using: name)
            self.plan = try MappingPlan(mappings, compiledIn: plan)
        }
        self.format = format
        self.options = options
        parseDocument = Self.parser(options)
    }

    /// Creates an import of records that are payloads with all root paths of a plan.
    init(
        everyRootOf plan: MappingPlan, format: ImportFormat, options: ImportOptions
    ) {
        self.plan = plan
        self.format = format
        self.options = options
        parseDocument = Self.parser(options)
    }

    private static func parser(
        _ options: ImportOptions
    ) -> @Sendable ([UInt8]) throws -> PayloadDocument {
        var payload = options.payload
        payload.limits.payloadBytes = .max
        return { [payload] in try PayloadDocument(parsing: $0, options: payload) }
    }

    /// The entity of the records; for a dynamic mapping, the first of its candidates.
    var entityName: String {
        let name = plan.mappings.roots[0].mapping
        let dynamic = plan.mappings.dynamicMappings.first { $0.name == name }
        let names = [name] + (dynamic?.knownMappings ?? [])
        return names.lazy.compactMap { name in
            plan.mappings.mappings.first { $0.name == name }?.entity.name
        }.first ?? name
    }

    /// The key of the checkpoint in the store, or `nil` if none is requested.
    var checkpointKey: MetadataKey? {
        options.checkpointName.map {
            MetadataKey(
                "import \($0)", beside: plan.model.index(ofEntity: entityName) ?? 0)
        }
    }
}

/// Checkpoints.
extension ImportOperation {
    /// Returns the checkpoint named by ``ImportOptions/checkpoint`` and ``ImportOptions/part``.
    ///
    /// - Parameter container: The container that receives the objects.
    /// - Returns: The checkpoint, or `nil` if the store has none or the options do not name one.
    /// - Throws: `StoreError` if the store cannot be read, ``ImportError`` with code
    ///   `invalidCheckpoint`.
    public func checkpoint(in container: PersistentContainer) throws -> ImportCheckpoint? {
        guard let name = options.checkpointName else { return nil }
        let text = try storedCheckpoint(in: container)
        return try text.map { text in try ImportCheckpoint(name: name, text: text) }
    }

    /// Returns the serialised checkpoint from the store.
    func storedCheckpoint(in container: PersistentContainer) throws -> String? {
        guard let key = checkpointKey else { return nil }
        return try container.perform { try $0.metadata(key) }
    }

    /// Removes the checkpoint from the store; imported objects remain.
    ///
    /// - Parameter container: The container that received the objects.
    /// - Throws: `StoreError` if the store fails.
    public func removeCheckpoint(in container: PersistentContainer) throws {
        guard let key = checkpointKey else { return }
        try container.perform { context in
            guard let text = try context.metadata(key) else { return }
            context.compareAndSet(MetadataChange(key, from: text, to: nil))
            try context.save()
        }
    }
}
