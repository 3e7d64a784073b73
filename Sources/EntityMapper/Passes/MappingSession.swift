import ObjectGraph
import Payload

/// What the passes of one operation share: the records that were found, the objects they are
/// about, and what went wrong.
struct MappingSession {
    let plan: MappingPlan
    /// The payload; behind it on the tape is what paths have brought together.
    var document: PayloadDocument
    /// How many words and bytes the payload itself has.
    let payloadSize: (words: Int, bytes: Int)
    /// What the caller passed beside the payload.
    let metadata: [String: Value]
    /// The object that a single representation at a root path is mapped into.
    let target: MappingTarget?
    let observer: (any MappingObserver)?
    /// Whether there is an observer; asked before each event, since most operations have none.
    let isObserved: Bool
    let context: ManagedObjectContext
    let options: MappingOptions
    /// The context as the operation found it.
    let before: GraphState

    /// The representations of interest, parents before children.
    var records: [Record] = []
    /// For each record, where its attributes and relationships are on the tape, or ``absent``, or
    /// ``misfit``.
    var places: [Int32] = []
    /// What transforms have added to the tape.
    var madeBytes = MadeBytes()
    /// The objects that records are about, each once.
    var objects: [MappedObject] = []
    /// The keys by which objects were told apart, by identity space.
    var spaces: [IdentityTable]
    /// Records beyond the first of each object, by plan.
    var repeats: [Int]
    /// What goes into relationships.
    var assignments: [Assignment] = []
    /// The records that assignments lead to.
    var targets: [Int32] = []
    /// Values for attributes of other objects.
    var routed: [RoutedValue] = []
    /// The records found at each root path.
    var rootRecords: [[Int32]]
    /// What was found at each root path, or ``absent``.
    var rootPlaces: [Int]
    /// Mappings, dynamic ones included, for which something was there that could not be read.
    var unreadMappings: Set<Int> = []
    /// Representations that another mapping is for than was chosen, as an earlier walk found out.
    var refinements: [RefinedPlace: Refinement] = [:]
    /// Where further representations are that are the same as a record whose mapping may change.
    var copies: [Int32: [Int32]] = [:]
    /// The objects that records were kept from, since they are of another entity in the payload.
    var kept: [Int32: Int32] = [:]
    /// Objects that have the identification of a record that is about an older one.
    var namesakes: [ObjectPlace] = []
    var issues: IssueLog
    /// The connections of the plan and the store, once somebody has asked.
    var connections: ActiveConnections?
    /// What connections had to look at when they were last evaluated.
    var scope = ConnectionScope()
    var unresolved: [UnresolvedConnection] = []
    /// To-one connections with several destinations, as last evaluated.
    var ambiguities: [PendingIssue] = []
    /// Keys that no destination can have, as last evaluated.
    var misfitKeys: [MisfitKey] = []
    /// Rows of other objects that attributes were written to, by root.
    var routedRows: [Int: Set<Int>] = [:]
    /// What hooks have changed beside the objects that records are about.
    var hooked = HookedObjects()
    /// Rows of another entity that new objects take the place of.
    var supplanted: [Int32: ObjectPlace] = [:]
    /// Such rows that stay, because what was to take their place does not fit.
    var spared: Set<ObjectPlace> = []
    /// Whether objects were deleted after connecting.
    var hasPruned = false
    /// Objects to delete because a `replace` relationship lost them, by root.
    var replaced: [Int: Set<Int64>] = [:]
    /// New objects to delete because a later record of their source has replaced them, by root.
    var superseded: [Int: Set<Int64>] = [:]
    /// Objects that a `replace` relationship lost and that may not be deleted, by root.
    var sparedReplaced: [Int: Set<Int64>] = [:]
    /// Objects that stay because deleting them is not allowed, and the entity of each.
    var sparedDeletions: [ObjectPlace: Int] = [:]
    /// What connections have changed.
    var tally = ConnectionTally()
    /// By relationship, as it is in the end.
    var connected: [Int: ConnectionTally.Count] = [:]
    var deleted: [Int: Int] = [:]
    /// What became of the objects that the payload did not name, if somebody wants to know.
    var orphans: OrphanPlan?
    /// How much of the work the observer was told to be done, from 0 to 1.
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

    /// In place of a place: nothing is there.
    static let absent = -1
    /// In place of a place: something on the way does not fit, which is reported.
    static let misfit = -2

    /// Makes room for what a payload of this size mostly needs: an array that grows moves all that is
    /// in it, and what is never used of the room takes address space only.
    mutating func reserveRoom() {
        let words = payloadSize.words
        places.reserveCapacity(words / 2)
        records.reserveCapacity(words / 16)
        objects.reserveCapacity(words / 16)
        assignments.reserveCapacity(words / 16)
        targets.reserveCapacity(words / 8)
    }

    func plan(of record: Record) -> EntityPlan { plan.entities[Int(record.plan)] }

    /// A row as the operation found it, pending changes included; `nil` if it was not there.
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
