import ObjectGraph

/// The input of an operation, which no stage changes.
struct MappingInput {
    let request: MappingRequest
    let context: ManagedObjectContext
    /// The edits that the payload answers or may not know.
    let edits: PayloadEdits
    /// The account of the earlier operations of a load; `nil` if none is kept.
    let account: LoadAccount?
    /// The state of the context at the start of the operation.
    let before: GraphState

    var plan: MappingPlan { request.plan }
    var metadata: [String: Value] { request.metadata }
    var target: MappingTarget? { request.target }
    var options: MappingOptions { request.options }

    init(
        _ request: MappingRequest, in context: ManagedObjectContext, beside edits: PayloadEdits,
        account: LoadAccount?
    ) {
        self.request = request
        self.context = context
        self.edits = edits
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
