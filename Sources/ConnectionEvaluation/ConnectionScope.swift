package import ObjectGraph

/// The objects whose connections must be evaluated, and their previous state.
///
/// The scope of a load contains the objects of its payload, the scope of a check after a commit the
/// objects of the commit, and the scope of `ConnectionOperation` all objects.
package struct ConnectionScope {
    /// Indicates whether all objects are in the scope.
    package var isEverything = false
    /// The relationships with connections to evaluate for all objects.
    package var whole: Set<Int> = []
    /// The positions of objects that were examined or written, by root.
    package var touched: [Int: [Int]] = [:]
    /// The positions of deleted objects, and objects with possibly changed keys, by root.
    package var changed: [Int: [Int]] = [:]
    /// The state of the objects at the start of the load.
    package var before: GraphState?
    /// Indicates whether sources that reference a changed object are included.
    ///
    /// In a newer view, there may be sources with a previous key that is not recorded.
    var includesHolders = false
    /// The previous keys of objects, by the relationship that they connect.
    package var formerKeys: [Int: Set<[Value]>] = [:]
    /// The objects that a commit has taken from other objects or given to them.
    ///
    /// The keys are the relationships at the end that does not store the references.
    ///
    /// A key path or a predicate led from these to an object that has moved since.
    var formerSources: [Int: Set<Int64>] = [:]
    /// The positions of evaluated sources that may depend on later changes, by relationship.
    var evaluated: [Int: [Int]] = [:]

    package init() {}

    /// Returns the positions of objects of an entity or its sub-entities.
    func positions(
        _ positions: KeyPath<ConnectionScope, [Int: [Int]]>, of entity: Int,
        in context: ManagedObjectContext
    ) -> [Int] {
        let layout = context.model.layouts[entity]
        guard let all = self[keyPath: positions][layout.root] else { return [] }
        let entries = context.state.tables[layout.root].entries
        return all.filter { layout.includes(entries[$0].entity) }
    }

    /// Returns the previous rows of an object: at the start of the load, and in the store.
    func formerRows(root: Int, at position: Int, in context: ManagedObjectContext) -> [Row] {
        let table = context.state.tables[root]
        let old = before.flatMap { $0.row(root: root, at: position) }
        return [old, table.original(at: position)].compactMap(\.self)
    }
}

extension GraphState {
    /// Returns a row of this state; `nil` if it does not exist or was not loaded.
    fileprivate func row(root: Int, at position: Int) -> Row? {
        let known = tables[root].entries
        guard position < known.count else { return nil }
        switch known[position].state {
        case .clean, .inserted, .updated: return known[position].row
        case .deleted, .stale, .gone: return nil
        }
    }
}
