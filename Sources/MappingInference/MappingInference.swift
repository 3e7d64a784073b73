import EntityMapper
import MappingFiles
import ObjectGraph

/// Infers a model and mappings from payloads.
///
/// The same payloads give the same result, in any order of files and members. Every decision has a
/// rule, its evidence and a confidence, and can be changed by ``InferenceCorrections``.
///
/// ```swift
/// let inferred = try MappingInference().infer([PayloadSource(path: "page.json")])
/// let model = try inferred.file.model()
/// ```
public struct MappingInference: Sendable {
    /// The options.
    public var options: InferenceOptions

    /// Creates an inference.
    ///
    /// - Parameter options: The options.
    public init(options: InferenceOptions = InferenceOptions()) { self.options = options }

    /// Infers a model and mappings from payloads.
    ///
    /// - Parameter sources: The payloads, in any order.
    /// - Returns: The mapping, with the reason for every decision.
    /// - Throws: ``InferenceError`` if a payload cannot be read or has no records.
    /// - Complexity: O(bytes); memory grows with the number of paths, not of records.
    public func infer(_ sources: [PayloadSource]) throws(InferenceError) -> InferredMapping {
        var settings = PayloadProfiler.Options()
        settings.sample = options.sample
        settings.readsAhead = options.readsAhead
        let earlier = options.base.map(BaseMapping.init)
        settings.splits = Set(options.corrections.splits.map(\.member) + (earlier?.splits ?? []))
        settings.maps = options.corrections.maps + (earlier?.maps ?? [])
        settings.records = options.corrections.records + (earlier?.records ?? [])
        return try infer(from: try PayloadProfiler(settings).profile(sources))
    }

    /// The maximum number of entities; beyond it, parts are kept as JSON (X1).
    private static let entityLimit = 400

    private func merge(
        _ collector: RecordCollector, _ tree: SchemaTree
    ) throws(InferenceError) -> (EntityMerging, [[Int]]) {
        var merging = EntityMerging(
            collector.records.withoutDetached(), tree: tree, finder: collector.finder,
            options: options)
        let clusters = try merging.merge()
        return (merging, clusters)
    }

    /// Applies the rules to the statistics of payloads.
    package func infer(
        from profile: PayloadProfile
    ) throws(InferenceError) -> InferredMapping {
        let tree = SchemaTree(profile)
        var collector = RecordCollector(tree, options)
        collector.collect()
        var (merging, clusters) = try merge(collector, tree)
        let isFull = clusters.count > Self.entityLimit
        if isFull {
            collector = RecordCollector(tree, options, embedsParts: true)
            collector.collect()
            (merging, clusters) = try merge(collector, tree)
        }
        var formation = EntityFormation(merging: merging, clusters: clusters)
        formation.form()
        var typing = EntityTyping(tree: tree, options: options)
        let typed = formation.entities.map { typing.typed($0) }
        var choice = ConnectionChoice(ConnectionSearch(typed, in: tree, options: options))
        choice.choose()
        let entities = PropertyNaming(options: options).named(typed.connected(by: choice.applied))
        try check(entities, tree)
        var log = collector.log
        for other in [merging.log, formation.log, typing.log, choice.log] { log.append(other) }
        for node in NodeAccount(tree, merging.records, log.leftovers).open {
            log.leave(
                tree.text(of: node), tree[node].count, .otherKind, "no rule maps these values")
        }
        if isFull {
            log.leave(
                "self", 0, .limit,
                "more than \(Self.entityLimit) entities: parts are kept as JSON in their owners")
        }
        let assembly = MappingAssembly(
            tree: tree, records: merging.records, entities: entities,
            entityOfRecord: formation.entityOfRecord, options: options)
        return InferenceReport(
            tree: tree, records: merging.records, entities: entities, assembly: assembly, log: log,
            possible: choice.possible, options: options
        ).mapping
    }

    /// Checks that every correction matches something.
    private func check(
        _ entities: [NamedEntity], _ tree: SchemaTree
    ) throws(InferenceError) {
        let problems = CorrectionCheck(
            tree: tree, entities: entities, corrections: options.corrections
        ).problems
        guard problems.isEmpty else {
            throw InferenceError(.correction, problems.joined(separator: "\n"))
        }
    }
}
