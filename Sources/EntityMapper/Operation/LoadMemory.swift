import ObjectGraph
import OrphanDetection
import Synchronization

/// A memory of payloads whose load has changed nothing, so that the same payload is not parsed and
/// mapped again while the store stays as it is.
///
/// A client that polls a server without entity tags receives most pages unchanged. With a memory,
/// such a page costs a hash of its bytes and a look at the version of the store; the operation
/// returns the result of the load that changed nothing.
///
/// ```swift
/// var operation = MappingOperation(plan)
/// operation.memory = LoadMemory()
/// try operation.run(bytes, in: container)   // inserts
/// try operation.run(bytes, in: container)   // maps again, and finds nothing to change
/// try operation.run(bytes, in: container)   // recognizes the payload
/// ```
///
/// Every commit through Mercator ends what is remembered of a store: one of the same container, of
/// another one, or of another process. A write of other programs ends it in a file, and is not
/// noticed in PostgreSQL; use ``removeAll()`` after it.
///
/// A recognized payload calls no closures of mappings. The memory is therefore for mappings whose
/// closures depend on nothing but their arguments. Operations with an observer never use it.
///
/// The memory belongs to the process, and can be shared by operations, plans and containers.
public final class LoadMemory: Sendable {
    /// Everything that determines the result of a load, but for the content of the store.
    struct Key: Hashable {
        let digest: Int
        let byteCount: Int
        let plan: ObjectIdentifier
        let container: ObjectIdentifier
        let source: ObjectIdentifier
        let options: MappingOptions
        let metadata: [String: Value]
        let orphanDeletion: OrphanDeletion?
        let target: ManagedObjectID?
    }

    /// The version of a store, with that of the writes that are not counted in it.
    struct Version: Equatable {
        let own: StoreVersion
        let foreign: Int64
    }

    private struct Entry {
        let version: Version
        let result: MappingResult
        // Another object at the same address would have the same identifier.
        let plan: MappingPlan
        weak let container: PersistentContainer?
        var lastUse: Int
    }

    private struct State {
        var entries: [Key: Entry] = [:]
        var uses = 0
        var hits = 0
    }

    /// The greatest number of payloads.
    public let capacity: Int
    private let state = Mutex(State())

    /// Creates an empty memory.
    ///
    /// - Parameter capacity: The greatest number of payloads; beyond it, the one that was used
    ///   least recently is forgotten. Each takes the memory of its ``MappingResult``.
    public init(capacity: Int = 64) {
        self.capacity = max(0, capacity)
    }

    /// The number of payloads that are remembered.
    public var count: Int { state.withLock { $0.entries.count } }

    /// The number of loads that were answered from the memory.
    public var hitCount: Int { state.withLock(\.hits) }

    /// Forgets all payloads.
    public func removeAll() { state.withLock { $0.entries = [:] } }

    /// Tests whether a payload is known for any version of the store.
    func knows(_ key: Key) -> Bool { state.withLock { $0.entries[key] != nil } }

    /// Returns the result of a load that would change nothing, or `nil`.
    func result(for key: Key, at version: Version) -> MappingResult? {
        state.withLock { state in
            guard let entry = state.entries[key], entry.version == version,
                entry.container != nil
            else { return nil }
            state.uses += 1
            state.hits += 1
            state.entries[key]?.lastUse = state.uses
            return entry.result
        }
    }

    /// Remembers a load that has changed nothing in a version of the store.
    func remember(
        _ result: MappingResult, for key: Key, at version: Version, plan: MappingPlan,
        in container: PersistentContainer
    ) {
        state.withLock { state in
            state.uses += 1
            state.entries[key] = Entry(
                version: version, result: result, plan: plan, container: container,
                lastUse: state.uses)
            guard state.entries.count > capacity else { return }
            state.entries = state.entries.filter { $0.value.container != nil }
            let excess = state.entries.count - capacity
            guard excess > 0 else { return }
            for (key, _) in state.entries.sorted(by: { $0.value.lastUse < $1.value.lastUse })
                .prefix(excess)
            {
                state.entries[key] = nil
            }
        }
    }
}
