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
    var connections: [ConnectionPlan]?
    var unresolved: [UnresolvedConnection] = []
    /// To-one connections with several destinations, as last evaluated.
    var ambiguities: [PendingIssue] = []
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
    /// Pairs of a source and a connection that was completed or changed.
    var connected: [Int: Int] = [:]
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

/// One representation on the tape.
struct Record {
    /// The mapping that applies.
    let plan: Int32
    /// Where the representation is on the tape.
    let place: Int32
    /// The record around it, or -1 at a root.
    let parent: Int32
    /// The relationship of the parent's plan that leads here, or the root path.
    let role: Int32
    /// Its place in the list it is an element of, or ``single``, or ``toOne``.
    let index: Int32
    /// Where its attributes and relationships begin in ``MappingSession/places``.
    let firstPlace: Int
    /// Whether the representation is a text or a number: the value that identifies the object.
    let isIdentifier: Bool
    /// Whether its mapping is the one of the object's own entity, as an earlier walk found out.
    let isRefined: Bool
    /// How many further representations are the same, byte for byte.
    var copies = 0
    /// The object it is about, or -1 if it is about none.
    var object: Int32 = -1
    /// Whether something in it did not fit, or in the record that it is a part of.
    var hasFailed = false
    /// Whether its values are in the row of its object, unless it failed later.
    var isApplied = false
    /// Whether it was left out because the author's validation said so.
    var isDeclined = false
    /// Whether it, or a record around it, is no newer than what was found.
    var isUnmodified = false

    /// The ``index`` of the only representation at a root path.
    static let single: Int32 = -1
    /// The ``index`` of what is in a to-one relationship.
    static let toOne: Int32 = -2
}

/// One object that records of the payload are about.
struct MappedObject {
    /// The mapping of the first record, or of a later one that is for a sub-entity; it says of which
    /// entity a new object is.
    var plan: Int32
    /// The first record.
    let record: Int32
    /// Whether the record says which object it is; if not, the object is a part of its parent.
    var isIdentified: Bool
    var state = State.unknown
    /// The last record that is about it.
    var lastRecord: Int32 = -1
    /// The last record whose values are in the row, or -1.
    var appliedRecord: Int32 = -1
    /// The object's number in its tree.
    var number: Int64 = 0
    /// Where a known object is in its table, or a new one among the new rows of its plan.
    var position = -1
    /// Whether nothing is known of a new object but what identifies it.
    var isStub = false
    /// Whether its row was written to.
    var isUpdated = false
    /// Whether a relationship leads to other objects than before.
    var isRelinked = false

    enum State {
        /// Not looked for yet.
        case unknown
        /// It will be inserted.
        case new
        /// It was found.
        case existing
        /// It was found, and the payload is not newer.
        case unmodified
        /// Nothing came of it: no record of a new object was usable.
        case failed
        /// It turned out to be another one of these; its records were handed over.
        case merged
    }

    /// Whether relationships may lead to it.
    var isUsable: Bool {
        switch state {
        case .new, .existing, .unmodified: true
        case .unknown, .failed, .merged: false
        }
    }
}

/// Nested representations that go into one relationship of one record.
struct Assignment {
    let record: Int32
    /// The place of the relationship in the record's plan.
    let relationship: Int32
    /// Which of ``MappingSession/targets`` it leads to; none for `null`.
    let targets: Range<Int>
    /// Whether everything that was there could be read.
    let isComplete: Bool
    /// Whether nothing was there: it stands for `null` unless another record says something.
    var isFilledIn = false
}
