/// Several open stores that act as one.
final class PartitionedBackend: StoreBackend {
    let commits: CommitHooks
    private let partition: StorePartition
    private let backends: [any StoreBackend]
    /// The subscriptions to the commits of each store.
    ///
    /// Commits are reported here in terms of the whole model.
    private let subscriptions: [CommitSubscription]

    init(
        _ partition: StorePartition, _ backends: [any StoreBackend], of model: ManagedObjectModel
    ) {
        let commits = CommitHooks()
        self.commits = commits
        self.partition = partition
        self.backends = backends
        subscriptions = backends.enumerated().map { part, backend in
            backend.commits.add(for: partition.models[part]) { changes in
                commits.notify(changes.whole(partition, part), of: model)
            }
        }
    }

    private init(
        _ partition: StorePartition, _ backends: [any StoreBackend], _ commits: CommitHooks,
        _ subscriptions: [CommitSubscription]
    ) {
        self.commits = commits
        self.partition = partition
        self.backends = backends
        self.subscriptions = subscriptions
    }

    var isReporting: Bool { backends.contains { $0.isReporting } }

    /// Returns a number that changes whenever the number of one of the stores changes.
    func foreignVersion() throws(StoreError) -> Int64? {
        var version: Int64 = 0
        for backend in backends {
            guard let next = try backend.foreignVersion() else { return nil }
            version = version &* 0x100_0000_01b3 &+ next
        }
        return version
    }

    func alone() throws(StoreError) -> any StoreBackend {
        var alone: [any StoreBackend] = []
        for backend in backends { alone.append(try backend.alone()) }
        return PartitionedBackend(partition, alone, commits, subscriptions)
    }

    func close() { backends.forEach { $0.close() } }

    func makeReader() -> any StoreReader { PartitionedReader(partition, backends) }

    func reserveNumbers(_ count: Int, root: Int) throws(StoreError) -> Range<Int64> {
        let location = partition.entities[root]
        return try backends[location.part].reserveNumbers(count, root: location.index)
    }

    func reserveNumbers(
        _ count: Int, root: Int, beside reader: (any StoreReader)?
    ) throws(StoreError) -> Range<Int64> {
        let location = partition.entities[root]
        return try backends[location.part].reserveNumbers(
            count, root: location.index,
            beside: (reader as? PartitionedReader)?.openReader(of: location.part))
    }

    /// Commits to at most one file and any number of stores in memory.
    ///
    /// Indexes and connections without rows are not content: they are committed separately, and may
    /// remain if the commit fails.
    func commit(_ changes: ChangeSet) throws(StoreError) {
        let parts = changes.parts(partition)
        let writing = parts.indices.filter { parts[$0].writesContent }
        let lasting = writing.filter { !(backends[$0] is any RevocableBackend) }
        guard lasting.count < 2 else { throw refusal(lasting) }
        for part in parts.indices where !parts[part].writesContent && !parts[part].isEmpty {
            try backends[part].commit(parts[part])
        }
        // Two containers may share stores, so locks are always acquired in the same order.
        let revocable = writing.compactMap { part in
            (backends[part] as? any RevocableBackend).map { (backend: $0, changes: parts[part]) }
        }.sorted { ObjectIdentifier($0.backend) < ObjectIdentifier($1.backend) }
        try commit(revocable[...]) { () throws(StoreError) in
            for part in lasting { try backends[part].commit(parts[part]) }
        }
    }

    /// Commits to the first store, and within that commit to the others; `last` is innermost.
    private func commit(
        _ stores: ArraySlice<(backend: any RevocableBackend, changes: ChangeSet)>,
        _ last: () throws(StoreError) -> Void
    ) throws(StoreError) {
        guard let first = stores.first else { return try last() }
        try first.backend.commit(first.changes) { () throws(StoreError) in
            try commit(stores.dropFirst(), last)
        }
    }

    /// Makes connections inside one store; connections across several stores are left to a context.
    func connect(
        _ requests: [ConnectionRequest], registering changes: ChangeSet
    ) throws(StoreError) -> [ConnectionOutcome]? {
        let registered = changes.parts(partition)
        let parts = Set(requests.map { partition.relationships[$0.relationship].part })
            .union(registered.indices.filter { !registered[$0].isEmpty })
        guard parts.count == 1, let part = parts.first else { return nil }
        let renumbered = requests.map { request in
            var request = request
            request.relationship = partition.relationships[request.relationship].index
            request.sources.entity = partition.entities[request.sources.entity].index
            request.destinations.entity = partition.entities[request.destinations.entity].index
            request.path = request.path.map { partition.relationships[$0].index }
            return request
        }
        return try backends[part].connect(renumbered, registering: registered[part])
    }

    /// Changes rows inside their store, which contains all that the condition can refer to.
    func change(_ change: SetChange) throws(StoreError) -> Int? {
        let location = partition.entities[change.rows.entity]
        var change = change
        change.rows.entity = location.index
        return try backends[location.part].change(change)
    }

    private func refusal(_ parts: [Int]) -> StoreError {
        let entities = parts.map { part in
            partition.models[part].entities.prefix(3).map(\.name).joined(separator: ", ")
        }
        return StoreError(
            .invalidRequest,
            "one save cannot write to several files (with \(entities.joined(separator: "; with "))"
                + "): a crash could leave half of it; save what belongs to each file by itself")
    }
}

extension PartitionedBackend {
    func beginLoad() {
        for backend in backends { backend.beginLoad() }
    }

    /// Ends the load in every store, even if it fails in a store.
    func endLoad() throws(StoreError) {
        var failure: StoreError?
        for backend in backends {
            do throws(StoreError) { try backend.endLoad() } catch { failure = failure ?? error }
        }
        if let failure { throw failure }
    }

    func reset() throws(StoreError) {
        for backend in backends { try backend.reset() }
    }

    func backUp(to path: String) throws(StoreError) {
        throw StoreError(
            .invalidRequest,
            "one file cannot take several stores; back each of them up through a container of its "
                + "own")
    }

    func checkIntegrity(limit: Int) throws(StoreError) -> IntegrityReport {
        var problems: [IntegrityProblem] = []
        var isTruncated = false
        for backend in files {
            let report = try backend.checkIntegrity(limit: max(1, limit - problems.count))
            problems += report.problems
            isTruncated = isTruncated || report.isTruncated
        }
        return IntegrityReport(problems: problems, isTruncated: isTruncated)
    }

    func repairLinks(limit: Int) throws(StoreError) -> RepairReport {
        var steps: [RepairReport.Step] = []
        for backend in files { steps += try backend.repairLinks(limit: limit).steps }
        return RepairReport(steps: steps, remaining: try checkIntegrity(limit: limit))
    }

    /// The stores in files; the content of stores in memory was checked when it was saved.
    private var files: [any StoreBackend] { backends.filter { !($0 is any RevocableBackend) } }
}

extension ChangeSet {
    /// Returns the changes for each part, with that part's indices.
    fileprivate func parts(_ partition: StorePartition) -> [ChangeSet] {
        partition.models.indices.map { part in
            var changes = self
            changes.inserted.removeAll { partition.entities[$0.entity].part != part }
            changes.updated.removeAll { partition.entities[$0.row.entity].part != part }
            changes.deleted.removeAll { partition.entities[$0.entity].part != part }
            changes.links.removeAll { partition.relationships[$0.relationship].part != part }
            changes.indexes.removeAll { partition.entities[$0.entity].part != part }
            changes.mappedEntities = changes.mappedEntities.filter {
                partition.entities[$0].part == part
            }
            changes.connections.removeAll { partition.part(ofEntityNamed: $0.entity) != part }
            changes.removedConnections.removeAll {
                partition.part(ofEntityNamed: $0.entity) != part
            }
            changes.part = part
            changes.metadata.removeAll { partition.entities[$0.key.entity].part != part }
            changes.renumber(
                partition.entities.map(\.index), partition.relationships.map(\.index))
            return changes
        }
    }

    /// Returns the changes of a part with the indices of the whole model.
    fileprivate func whole(_ partition: StorePartition, _ part: Int) -> ChangeSet {
        var changes = self
        changes.renumber(partition.wholeEntities[part], partition.wholeRelationships[part])
        return changes
    }

    /// Replaces indices with the indices of another model; the arrays map old indices to new ones.
    private mutating func renumber(_ entities: [Int], _ relationships: [Int]) {
        for index in inserted.indices { inserted[index].entity = entities[inserted[index].entity] }
        for index in updated.indices {
            updated[index].row.entity = entities[updated[index].row.entity]
        }
        for index in deleted.indices { deleted[index].entity = entities[deleted[index].entity] }
        for index in indexes.indices { indexes[index].entity = entities[indexes[index].entity] }
        mappedEntities = Set(mappedEntities.map { entities[$0] })
        if let root = unlistedValues?.root { unlistedValues?.root = entities[root] }
        for index in metadata.indices {
            metadata[index].key.entity = entities[metadata[index].key.entity]
        }
        for index in links.indices {
            links[index].relationship = relationships[links[index].relationship]
        }
    }
}
