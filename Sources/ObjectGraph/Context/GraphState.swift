/// The rows, links and pending changes of a context.
///
/// The state is a value: an operation keeps a copy and restores it when the operation fails.
@usableFromInline
package struct GraphState: Sendable {
    /// The tables, by the index of the root entity; the elements of other entities stay empty.
    package var tables: [RowTable]
    /// The links, by relationship; only relationships that are stored as links have any.
    var links: [LinkTable]
    /// The reverse indexes, by relationship.
    ///
    /// Only relationships that are stored as references have indexes.
    var references: [ReferenceIndex]
    /// Deletions under delete rule `deny`, for a check by the next save.
    var denials: [Denial] = []
    /// Values that were set and that no save accepts.
    var refusals: [Refusal] = []
    /// Indexes and connections that the next save adds to the store.
    package var indexes: [IndexDescription] = []
    /// The entities that loads since the last save map.
    package var mappedEntities: Set<Int> = []
    package var connections: [ConnectionDescription] = []
    /// Metadata that the next save updates.
    var metadata = ScheduledMetadata()
    /// The substitutes that the next save records or removes.
    package var substitutes = SubstituteChanges()
    /// Follow-ups that the next save runs if other commits preceded it.
    package var followUps: [FollowUp] = []
    /// Marks that the next save removes.
    package var settledMarks: [String] = []

    /// A relationship with delete rule `deny` of a deleted object.
    struct Denial: Sendable {
        let relationship: Int
        let source: Int64
        /// The index of the deleted object's entity.
        let entity: Int
    }

    init(model: ManagedObjectModel) {
        tables = Array(repeating: RowTable(), count: model.entities.count)
        links = model.relationships.map { LinkTable(isOrdered: $0.isOrdered) }
        references = Array(repeating: ReferenceIndex(), count: model.relationships.count)
    }

    var hasChanges: Bool {
        tables.contains { !$0.changed.isEmpty } || links.contains { !$0.touched.isEmpty }
            || !refusals.isEmpty
    }

    /// Tests whether an object exists in the graph; objects that are not loaded count as existing.
    package func isAlive(root: Int, _ number: Int64) -> Bool {
        tables[root].position(of: number).map { tables[root].isAlive(at: $0) } ?? true
    }

    /// Discards loaded rows and links; pending changes remain.
    mutating func forgetRead() {
        for index in tables.indices { tables[index].forgetRead() }
        for index in links.indices { links[index].forgetRead() }
        for index in references.indices { references[index].forget() }
    }

    /// Discards all data, after a save or to undo all changes; row positions remain valid.
    mutating func forgetAll() {
        for index in tables.indices { tables[index].forgetAll() }
        for index in links.indices { links[index].forgetAll() }
        for index in references.indices { references[index].forget() }
        denials = []
        refusals = []
        indexes = []
        mappedEntities = []
        connections = []
        metadata = ScheduledMetadata()
        substitutes = SubstituteChanges()
        followUps = []
        settledMarks = []
    }
}
