/// Everything a context knows and has changed.
///
/// It is a value: an operation keeps a copy and puts it back when it fails.
package struct GraphState: Sendable {
    /// By the index of the root entity; other places stay empty.
    package var tables: [GraphTable]
    /// By the index of a relationship that is kept as links.
    var links: [LinkTable]
    /// By the index of a relationship that is kept as a reference.
    var references: [ReferenceIndex]
    /// What a deleted object must not leave behind, checked when saving.
    var denials: [Denial] = []
    /// Values that a program has set and that cannot be saved.
    var refusals: [Refusal] = []
    /// Indexes and connections that the next save hands to the store.
    package var indexes: [IndexDescription] = []
    package var connections: [ConnectionDescription] = []
    /// Checkpoints that the next save moves.
    var checkpoints: [CheckpointChange] = []
    /// Work that the next save does if others have committed by then.
    package var followUps: [FollowUp] = []
    /// Marks that the next save removes.
    package var settledMarks: [String] = []

    /// A relationship with delete rule `deny` of an object that was deleted.
    struct Denial: Sendable {
        let relationship: Int
        let source: Int64
        /// The entity of the deleted object.
        let entity: Int
    }

    init(model: ManagedObjectModel) {
        tables = Array(repeating: GraphTable(), count: model.entities.count)
        links = model.relationships.map { LinkTable(isOrdered: $0.isOrdered) }
        references = Array(repeating: ReferenceIndex(), count: model.relationships.count)
    }

    var hasChanges: Bool {
        tables.contains { !$0.changed.isEmpty } || links.contains { !$0.touched.isEmpty }
            || !refusals.isEmpty
    }

    /// Whether the row takes part in the graph, as far as is known here.
    package func isAlive(root: Int, _ number: Int64) -> Bool {
        tables[root].position(of: number).map { tables[root].isAlive(at: $0) } ?? true
    }

    /// Forgets what was read; pending changes stay.
    mutating func forgetRead() {
        for index in tables.indices { tables[index].forgetRead() }
        for index in links.indices { links[index].forgetRead() }
        for index in references.indices { references[index].forget() }
    }

    /// Forgets everything, since it is saved or not wanted; positions of rows stay valid.
    mutating func forgetAll() {
        for index in tables.indices { tables[index].forgetAll() }
        for index in links.indices { links[index].forgetAll() }
        for index in references.indices { references[index].forget() }
        denials = []
        refusals = []
        indexes = []
        connections = []
        checkpoints = []
        followUps = []
        settledMarks = []
    }
}
