import ObjectGraph
import Payload

/// The shared state of the passes of an operation: records, objects, and issues.
struct MappingSession {
    let plan: MappingPlan
    /// The payload, whose tape also contains appended values that were gathered by paths.
    var document: PayloadDocument
    /// The numbers of words and bytes of the payload itself.
    let payloadSize: (words: Int, bytes: Int)
    /// The metadata passed by the caller beside the payload.
    let metadata: [String: Value]
    /// The object into which a single representation at a root path is mapped.
    let target: MappingTarget?
    let observer: (any MappingObserver)?
    /// Indicates whether there is an observer, tested before each event because most operations
    /// have none.
    let isObserved: Bool
    let context: ManagedObjectContext
    let options: MappingOptions
    /// The state of the context at the start of the operation.
    let before: GraphState

    /// The records, with enclosing records before nested ones.
    var records: [Record] = []
    /// The tape indices of the values of each record, or ``absent``, or ``mismatch``.
    var places: [Int32] = []
    /// The bytes that transforms have appended to the tape.
    var synthesizedBytes = SynthesizedBytes()
    /// The distinct objects of the records.
    var objects: [MappedObject] = []
    /// The keys of objects, by identity space.
    var spaces: [IdentityTable]
    /// The numbers of records beyond the first one of each object, by plan.
    var repeats: [Int]
    /// The pending links of relationships.
    var pendingLinks: [PendingLink] = []
    /// The records that pending links refer to.
    var targets: [Int32] = []
    /// The values for attributes of other objects.
    var routed: [RoutedValue] = []
    /// The records found at each root path.
    var rootRecords: [[Int32]]
    /// The tape index of the value at each root path, or ``absent``.
    var rootPlaces: [Int]
    /// The mappings, including dynamic ones, with representations that could not be read.
    var unreadMappings: Set<Int> = []
    /// The overrides of mappings, found by an earlier attempt.
    var overrides: [MappingOverride.Key: MappingOverride] = [:]
    /// The tape indices of representations that equal a record whose mapping may be overridden.
    var copies: [Int32: [Int32]] = [:]
    /// The objects of other entities with which records conflict, by record, if their mappings keep
    /// them.
    var kept: [Int32: Int32] = [:]
    /// The objects with the same identification as an older object of a record.
    var duplicateMatches: [RowID] = []
    var issues: IssueLog
    /// The connections of the plan and the store, once they have been requested.
    var connections: ActiveConnections?
    /// The scope of the last evaluation of connections.
    var scope = ConnectionScope()
    var unresolved: [UnresolvedConnection] = []
    /// The to-one connections with several matching destinations in the last evaluation.
    var ambiguities: [PendingIssue] = []
    /// The foreign keys that no destination can have, found by the last evaluation of connections.
    var mismatchedKeys: [MismatchedKey] = []
    /// The positions of rows of other objects whose attributes were written, by root.
    var routedRows: [Int: Set<Int>] = [:]
    /// The objects without a record that hooks have changed.
    var hooked = HookedObjects()
    /// The rows of a different entity that new objects replace.
    var replacedRows: [Int32: RowID] = [:]
    /// The rows to preserve because their replacements have failed.
    var preserved: Set<RowID> = []
    /// Indicates whether objects were deleted after connecting.
    var hasPruned = false
    /// The objects to delete because a `replace` relationship has lost them, by root.
    var replaced: [Int: Set<Int64>] = [:]
    /// The new objects to delete because a later record of their source has replaced them, by root.
    var superseded: [Int: Set<Int64>] = [:]
    /// The objects that a `replace` relationship has lost and that may not be deleted, by root.
    var preservedReplaced: [Int: Set<Int64>] = [:]
    /// The objects preserved because their deletion is not allowed, with their entities.
    var preservedDeletions: [RowID: Int] = [:]
    /// The changes made by connections.
    var tally = ConnectionTally()
    /// The final numbers of changes made by connections, by relationship.
    var connected: [Int: ConnectionTally.Count] = [:]
    /// The plan of orphans, if the operation has an orphan deletion.
    var orphans: OrphanPlan?
    /// The fraction of the work that was reported to the observer, from 0 to 1.
    var progress = 0.0

    init(
        _ operation: MappingOperation, _ document: PayloadDocument,
        _ context: ManagedObjectContext, into target: MappingTarget?
    ) {
        plan = operation.plan
        self.document = document
        payloadSize = (document.tape.words.count, document.tape.bytes.count)
        metadata = operation.metadata
        observer = operation.observer
        isObserved = operation.observer != nil
        self.target = target
        self.context = context
        options = operation.options
        before = context.state
        spaces = plan.spaces.map(IdentityTable.init)
        repeats = Array(repeating: 0, count: plan.entities.count)
        rootRecords = Array(repeating: [], count: plan.roots.count)
        rootPlaces = Array(repeating: Self.absent, count: plan.roots.count)
        issues = IssueLog(limit: options.issueLimit)
    }

    /// A tape index that denotes an absent value.
    static let absent = -1
    /// A tape index that denotes a reported type mismatch on the path.
    static let mismatch = -2

    /// Reserves the typical capacity for a payload of this size.
    ///
    /// Growing arrays would be copied, while unused capacity only takes address space.
    mutating func reserveRoom() {
        let words = payloadSize.words
        places.reserveCapacity(words / 2)
        records.reserveCapacity(words / 16)
        objects.reserveCapacity(words / 16)
        pendingLinks.reserveCapacity(words / 16)
        targets.reserveCapacity(words / 8)
    }

    func plan(of record: Record) -> EntityPlan { plan.entities[Int(record.plan)] }

    /// Returns a row as it was before the operation, including pending changes; `nil` if it did not
    /// exist.
    func rowBefore(root: Int, at position: Int) -> Row? {
        let known = before.tables[root].entries
        let isKnown = position < known.count
        switch isKnown ? known[position].state : .stale {
        case .clean, .inserted, .updated: return known[position].row
        case .deleted: return nil
        case .stale, .gone: return context.state.tables[root].original(at: position)
        }
    }
}
