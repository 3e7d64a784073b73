import ObjectGraph

/// Which objects connections have to look at, and what is remembered of what these were before.
///
/// A load fills it with what its payload is about, a check after a commit with what the commit wrote,
/// ``ConnectionOperation`` with everything.
struct ConnectionScope {
    /// Whether every object counts.
    var isEverything = false
    /// Relationships whose connections look at every object.
    var whole: Set<Int> = []
    /// The positions of objects that were looked at or written, by root.
    var touched: [Int: [Int]] = [:]
    /// Those of objects that may have other keys than before, or that are gone, by root.
    var changed: [Int: [Int]] = [:]
    /// What the objects were when the load began.
    var before: GraphState?
    /// Whether sources that lead to a changed object count as well: in a newer view there may be some that
    /// still name a key that nobody remembers.
    var includesHolders = false
    /// Keys that objects had before and may not have now, by the relationship that they connect.
    var formerKeys: [Int: Set<[Value]>] = [:]
    /// The positions of sources that were evaluated before, by relationship: what they lead to may rest
    /// on what has changed since.
    var evaluated: [Int: [Int]] = [:]

    /// Those of a family among some positions.
    func positions(
        _ positions: KeyPath<ConnectionScope, [Int: [Int]]>, of entity: Int,
        in context: ManagedObjectContext
    ) -> [Int] {
        let layout = context.model.layouts[entity]
        guard let all = self[keyPath: positions][layout.root] else { return [] }
        let entries = context.state.tables[layout.root].entries
        return all.filter { layout.includes(entries[$0].entity) }
    }

    /// The rows that an object had before: when the load began, and in the store.
    func formerRows(root: Int, at position: Int, in context: ManagedObjectContext) -> [Row] {
        let table = context.state.tables[root]
        let old = before.flatMap { $0.row(root: root, at: position) }
        return [old, table.original(at: position)].compactMap(\.self)
    }
}

extension GraphState {
    /// A row as it was in this state; `nil` if it was not there or not known.
    fileprivate func row(root: Int, at position: Int) -> Row? {
        let known = tables[root].entries
        guard position < known.count else { return nil }
        switch known[position].state {
        case .clean, .inserted, .updated: return known[position].row
        case .deleted, .stale, .gone: return nil
        }
    }
}
