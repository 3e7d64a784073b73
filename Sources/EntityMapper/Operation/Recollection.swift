import MercatorPayload
import ObjectGraph

/// The knowledge of an operation's memory about one payload.
struct Recollection: Sendable {
    private let memory: LoadMemory
    private let key: LoadMemory.Key
    private let plan: MappingPlan
    private let container: PersistentContainer
    /// The version of the writes that are not counted in the store's version, before the load.
    private let foreign: Int64
    /// The result of an earlier load that changed nothing; `nil` if the payload has to be mapped.
    let result: MappingResult?

    fileprivate init?(
        _ memory: LoadMemory, _ key: LoadMemory.Key, _ plan: MappingPlan,
        _ container: PersistentContainer
    ) throws(StoreError) {
        guard let foreign = try container.backend.foreignVersion() else { return nil }
        (self.memory, self.key, self.plan, self.container) = (memory, key, plan, container)
        self.foreign = foreign
        guard memory.knows(key) else {
            result = nil
            return
        }
        let reader = try container.backend.makeReader()
        defer { reader.close() }
        // The version of a partitioned store has only the parts that were read.
        _ = try reader.registeredConnections()
        result = reader.version.flatMap {
            memory.result(for: key, at: LoadMemory.Version(own: $0, foreign: foreign))
        }
    }

    /// Remembers the result of a load that has changed nothing.
    func remember(_ result: MappingResult, at version: StoreVersion) {
        memory.remember(
            result, for: key, at: LoadMemory.Version(own: version, foreign: foreign), plan: plan,
            in: container)
    }
}

extension MappingOperation {
    /// Returns what the memory knows of a payload; `nil` if it cannot be used.
    ///
    /// It is for bytes and texts: a document may come from any format and with any options.
    func recollection<Payload: PayloadConvertible>(
        of payload: Payload, in container: PersistentContainer, into target: ManagedObjectID?
    ) throws(StoreError) -> Recollection? {
        guard let memory, observer == nil, positions == nil, parts == nil, account == nil,
            edits.answered.isEmpty, let bytes = Self.bytes(of: payload)
        else { return nil }
        let key = LoadMemory.Key(
            digest: ByteScanner.digest(of: bytes), byteCount: bytes.count,
            plan: ObjectIdentifier(plan), container: ObjectIdentifier(container),
            source: ObjectIdentifier(Payload.self), options: options, metadata: metadata,
            orphanDeletion: orphanDeletion, target: target)
        return try Recollection(memory, key, plan, container)
    }

    private static func bytes(of payload: some PayloadConvertible) -> [UInt8]? {
        switch payload {
        case let bytes as [UInt8]: bytes
        case let text as any StringProtocol: Array(text.utf8)
        case let bytes as any Sequence<UInt8>: Array(bytes)
        default: nil
        }
    }
}

extension ManagedObjectContext {
    /// Returns the version of the store that was read, if a save would write nothing, now or later.
    ///
    /// Outstanding checks of other commits, and edits that wait for their sending, may change what
    /// a repetition of the load does.
    func unchangedVersion() throws(StoreError) -> StoreVersion? {
        let changes = changeSet()
        guard !changes.changesVersion, changes.settledMarks.isEmpty else { return nil }
        let registered = try registeredConnections()
        guard registered.marks.isEmpty, !registered.hasPendingEdits else { return nil }
        return try reader().version
    }
}
