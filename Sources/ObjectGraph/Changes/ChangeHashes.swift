/// The hashes of the rows and link lists that a context has changed since the last save.
///
/// Each change has a hash of the state before and a hash of the state after.
///
/// They show whether the changes of several saves cancel out, without keeping the values. Hashes
/// from different processes cannot be compared.
package struct ChangeHashes: Sendable {
    /// A row, or the links of one relationship of an object.
    package enum Subject: Hashable, Sendable {
        /// The row of an object, in a tree of entities.
        case row(root: Int, number: Int64)
        /// The links of an object.
        case links(relationship: Int, number: Int64)
    }

    /// The hashes of a row or list.
    package struct Change: Sendable {
        package let before: Int
        package var after: Int
    }

    /// The changes of existing objects.
    package fileprivate(set) var changes: [Subject: Change] = [:]
    /// The trees with objects that were inserted or deleted.
    package fileprivate(set) var roots: Set<Int> = []

    package init() {}
}

extension ManagedObjectContext {
    /// Returns the hashes of all changes.
    ///
    /// - Parameter limit: The greatest number of changes of existing objects.
    /// - Returns: The hashes, or `nil` if there are more changes.
    /// - Complexity: O(changes).
    package func changeHashes(upTo limit: Int) -> ChangeHashes? {
        var hashes = ChangeHashes()
        for root in state.tables.indices {
            for position in state.tables[root].changed {
                let entry = state.tables[root].entries[position]
                guard entry.state == .updated, let old = state.tables[root].original(at: position)
                else {
                    hashes.roots.insert(root)
                    continue
                }
                guard old != entry.row else { continue }
                guard hashes.changes.count < limit else { return nil }
                hashes.changes[.row(root: root, number: entry.number)] = .init(
                    before: old.hashValue, after: entry.row.hashValue)
            }
        }
        for relationship in state.links.indices {
            let table = state.links[relationship]
            for list in table.touched.map({ table.list(at: $0) }) where list.isChanged {
                guard hashes.changes.count < limit else { return nil }
                hashes.changes[.links(relationship: relationship, number: list.source)] = .init(
                    before: list.original.hashValue, after: list.current.hashValue)
            }
        }
        return hashes
    }
}

extension ChangeHashes {
    /// Adds the changes of a later save.
    package mutating func add(_ later: ChangeHashes) {
        roots.formUnion(later.roots)
        changes.merge(later.changes) { Change(before: $0.before, after: $1.after) }
    }

    /// Returns the trees with objects that differ, or may seem to differ, from their earlier state.
    ///
    /// A difference is in the row, in the links, or in a reference to the object.
    package func changedRoots(in model: ManagedObjectModel) -> Set<Int> {
        var changed = roots
        for (subject, change) in changes where change.before != change.after {
            switch subject {
            case .row(let root, _): changed.insert(root)
            case .links(let relationship, _):
                let layout = model.relationships[relationship]
                changed.insert(model.layouts[layout.entity].root)
                changed.insert(model.layouts[layout.destination].root)
            }
        }
        for root in changed {
            for relationship in model.references[root] {
                changed.insert(model.layouts[model.relationships[relationship].destination].root)
            }
        }
        return changed
    }
}
