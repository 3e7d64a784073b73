import ObjectGraph
import Payload

/// The input of an operation, which no stage changes.
struct MappingInput {
    let plan: MappingPlan
    /// The payload as parsed.
    let document: PayloadDocument
    /// The metadata passed by the caller along with the payload.
    let metadata: [String: Value]
    /// The positions of the records in their source, if any.
    let positions: RecordPositions?
    /// The object into which a single representation at a root path is mapped.
    let target: MappingTarget?
    let context: ManagedObjectContext
    let options: MappingOptions
    let observer: (any MappingObserver)?
    /// The names of the edits that the payload answers, see ``MappingOperation/endedEdits``.
    let endedEdits: Set<String>
    /// The account of the earlier operations of a load; `nil` if none is kept.
    let account: LoadAccount?
    /// The state of the context at the start of the operation.
    let before: GraphState

    init(
        _ plan: MappingPlan, _ document: PayloadDocument, metadata: [String: Value],
        positions: RecordPositions?, into target: MappingTarget?,
        in context: ManagedObjectContext, options: MappingOptions,
        observer: (any MappingObserver)?, ending endedEdits: Set<String>,
        account: LoadAccount?
    ) {
        self.plan = plan
        self.document = document
        self.metadata = metadata
        self.positions = positions
        self.target = target
        self.context = context
        self.options = options
        self.observer = observer
        self.endedEdits = endedEdits
        self.account = account
        before = context.state
    }

    /// Returns a row in its state before the operation; `nil` if it did not exist.
    ///
    /// The state includes pending changes.
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
