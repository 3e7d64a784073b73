import EntityMapper
public import ObjectGraph

extension DocumentImport {
    /// Imports a file and returns when it is complete.
    ///
    /// - Parameters:
    ///   - path: The path of the file, which is read once for each pass.
    ///   - container: The container that receives the objects.
    ///   - progress: Counts passes, with bytes as parts; cancelling it cancels the import.
    ///   - onBatch: A closure called with the progress over all passes after each batch.
    /// - Returns: The result of the import.
    /// - Throws: ``ImportError`` if the import cannot continue; batches saved before remain.
    ///   `StoreError` if the store cannot be read.
    /// - Complexity: O(passes × bytes + rows found), with a few batches in memory.
    public func run(
        file path: String, in container: PersistentContainer,
        progress: (any ImportProgressTarget)? = nil,
        onBatch: ((ImportProgress) -> Void)? = nil
    ) throws -> Result {
        var run = DocumentRun(try passes(over: path), progress)
        while let pass = run.next {
            let current = run
            let result = try pass.run(
                file: path, in: container, progress: run.makeProgress(),
                onBatch: onBatch.map { onBatch in { onBatch(current.progress($0)) } })
            run.end(pass, result)
        }
        return run.result
    }

    /// Imports a file, on two cores: the next batch is read ahead of the current one.
    ///
    /// Does not run on the caller's actor. Cancelling the task ends the import after the batch that
    /// is being saved.
    ///
    /// - Parameters:
    ///   - path: The path of the file, which is read once for each pass.
    ///   - container: The container that receives the objects.
    ///   - progress: Counts passes, with bytes as parts; cancelling it cancels the import.
    ///   - onBatch: A closure called with the progress over all passes after each batch.
    /// - Returns: The result of the import.
    /// - Throws: The errors of the synchronous function.
    @concurrent
    public func run(
        file path: String, in container: PersistentContainer,
        progress: (any ImportProgressTarget)? = nil,
        onBatch: (@Sendable (ImportProgress) -> Void)? = nil
    ) async throws -> Result {
        var run = DocumentRun(try passes(over: path), progress)
        while let pass = run.next {
            let current = run
            var forward: (@Sendable (ImportProgress) -> Void)?
            if let onBatch { forward = { onBatch(current.progress($0)) } }
            let result = try await pass.run(
                file: path, in: container, progress: run.makeProgress(), onBatch: forward)
            run.end(pass, result)
        }
        return run.result
    }

    /// Returns the checkpoints for a file in a store, in the order of the passes.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - container: The container that received the objects.
    /// - Returns: The checkpoints; passes that have not begun have none.
    /// - Throws: The errors of ``ImportOperation/checkpoint(in:)`` and of reading the file.
    public func checkpoints(
        ofFile path: String, in container: PersistentContainer
    ) throws -> [ImportCheckpoint] {
        try passes(over: path).compactMap { try $0.checkpoint(in: container) }
    }
}

/// The completed and remaining passes of a run.
private struct DocumentRun: Sendable {
    private let start = ContinuousClock.now
    private let count: Int
    private let whole: (any ImportProgressTarget)?
    private var rest: ArraySlice<ImportOperation>
    private var ended: [DocumentImport.Result.Pass] = []
    /// The number of records of each mapping in completed passes, to offset later positions.
    private var positions: [String: Int] = [:]

    init(_ passes: [ImportOperation], _ progress: (any ImportProgressTarget)?) {
        count = passes.count
        whole = progress
        progress?.totalUnitCount = Int64(passes.count)
        rest = passes[...]
    }

    var result: DocumentImport.Result { DocumentImport.Result(passes: ended) }

    /// The pass to run; `nil` after the last one.
    var next: ImportOperation? {
        guard var pass = rest.first else { return nil }
        pass.firstPositions = positions
        return pass
    }

    /// Returns a child progress for the next pass.
    func makeProgress() -> (any ImportProgressTarget)? { whole?.makePart() }

    mutating func end(_ pass: ImportOperation, _ result: ImportOperation.Result) {
        ended.append(.init(name: "\(pass.format)", result: result))
        let roots = pass.plan.mappings.roots
        if roots.count == 1 { positions[roots[0].mapping, default: 0] += result.records }
        rest.removeFirst()
    }

    /// Returns the progress over all passes from the progress of the current pass.
    func progress(_ step: ImportProgress) -> ImportProgress {
        let all = DocumentImport.Result(
            passes: ended + (step.result.map { [.init(name: "", result: $0)] } ?? []))
        let before = result
        return ImportProgress(
            bytes: ended.reduce(step.bytes) { $0 + $1.result.bytes },
            totalBytes: step.totalBytes.map { $0 * count }, records: before.records + step.records,
            batches: before.batches + step.batches, issueCount: before.issueCount + step.issueCount,
            elapsed: start.duration(to: .now), bytesPerSecond: step.bytesPerSecond,
            recordsPerSecond: step.recordsPerSecond,
            result: rest.count == 1 && step.result != nil ? all.asOne : nil)
    }
}
