import ObjectGraph
import Synchronization

/// The shared state of an ``IdentityIndex``: the entries, and their validity.
///
/// It is separate from the index because the commit hook retains it: the hook is removed when the
/// index is deallocated.
///
/// Its lock is held for look-ups and updates in memory, but never while the store is queried,
/// because the hook runs while the store is locked.
final class IdentityRegister: Sendable {
    let space: IdentitySpacePlan
    /// Indicates, for each entity, whether its objects belong to the index.
    private let covers: [Bool]
    /// The names of the attributes of the key.
    private let names: Set<String>
    private let state = Mutex(State())

    private struct State: Sendable {
        var phase = Phase.unloaded
        var entries = IdentityEntries()
        var nextTicket = 0
    }

    private enum Phase: Sendable {
        case unloaded
        /// The store is being read; changes committed since then are still to be applied.
        case loading(ticket: Int, [ChangeSet])
        /// The entries match the store, unless its foreign version has changed.
        case loaded(version: Int64)
        /// The number of objects exceeds the limit.
        case overfull
    }

    init(_ space: IdentitySpacePlan, _ model: ManagedObjectModel) {
        self.space = space
        names = Set(space.slots.map { model.layouts[space.entity].slots[$0].name })
        covers = model.entities.indices.map { model.layouts[space.entity].includes($0) }
    }

    /// Applies a commit; called while the store is locked.
    ///
    /// It is called for committed changes only, never for rollbacks or failed saves.
    func note(_ changes: ChangeSet, limit: Int) {
        state.withLock { state in
            guard !changes.emptiesStore, !mayRename(changes) else {
                // A seed may have brought objects that the change set does not contain, and an
                // update of a set does not list the keys that it has changed.
                state = State(nextTicket: state.nextTicket)
                return
            }
            switch state.phase {
            case .unloaded, .overfull: break
            case .loading(let ticket, let changesSoFar):
                state.phase = .loading(ticket: ticket, changesSoFar + [changes])
            case .loaded:
                apply(changes, to: &state.entries)
                if state.entries.objectCount > limit {
                    state = State(phase: .overfull, nextTicket: state.nextTicket)
                } else if state.entries.isWorn {
                    state = State(nextTicket: state.nextTicket)
                }
            }
        }
    }

    /// Tests whether a commit may have changed keys that it does not list.
    private func mayRename(_ changes: ChangeSet) -> Bool {
        changes.unlistedValues?.concern(names, of: space.root) ?? false
    }

    /// Reads the entries; returns `nil` if they have a different version.
    func read<Result: Sendable>(
        version: Int64, _ body: (IdentityEntries) -> Result
    ) -> Result? {
        state.withLock { state in
            guard case .loaded(version) = state.phase else { return nil }
            return body(state.entries)
        }
    }

    /// Reads the current entries; returns `nil` if none are loaded.
    func readAny<Result: Sendable>(_ body: (IdentityEntries) -> Result) -> Result? {
        state.withLock { state in
            guard case .loaded = state.phase else { return nil }
            return body(state.entries)
        }
    }

    /// Indicates whether loading was abandoned because there are too many objects.
    var isOverfull: Bool {
        state.withLock { state in
            if case .overfull = state.phase { true } else { false }
        }
    }

    /// Begins to load; from now on commits are recorded.
    ///
    /// - Returns: The ticket for ``finish(_:_:version:)``; `nil` if another load is in progress.
    func begin() -> Int? {
        state.withLock { state in
            if case .loading = state.phase { return nil }
            let ticket = state.nextTicket
            state = State(phase: .loading(ticket: ticket, []), nextTicket: ticket + 1)
            return ticket
        }
    }

    /// Completes a load with the entries; `nil` if there were too many.
    ///
    /// Each commit since the beginning may or may not be contained in the entries. Applying it
    /// again is harmless, since the last change of each object takes precedence.
    func finish(_ ticket: Int, _ entries: consuming IdentityEntries?, version: Int64) {
        var entries = entries
        state.withLock { state in
            guard case .loading(ticket, let changes) = state.phase else { return }
            guard var loaded = entries.take() else {
                state.phase = .overfull
                return
            }
            for changes in changes { apply(changes, to: &loaded) }
            state.entries = loaded
            state.phase = .loaded(version: version)
        }
    }

    /// Ends a load that has failed.
    func abandon(_ ticket: Int) {
        state.withLock { state in
            if case .loading(ticket, _) = state.phase { state.phase = .unloaded }
        }
    }

    /// Removes all contents, and invalidates a load in progress.
    func flush() {
        state.withLock { state in state = State(nextTicket: state.nextTicket) }
    }

    /// Adds a row to entries, or removes it if its key is incomplete.
    func enter(_ stored: StoredRow, into entries: inout IdentityEntries) {
        if space.isInteger {
            guard case .integer(let key) = stored.row[space.slots[0]] else {
                entries.remove(stored.number)
                return
            }
            entries.set(stored.number, key)
            return
        }
        let key = space.slots.map { stored.row[$0] }
        if key.contains(where: \.isNull) {
            entries.remove(stored.number)
        } else {
            entries.set(stored.number, key)
        }
    }

    private func apply(_ changes: ChangeSet, to entries: inout IdentityEntries) {
        for stored in changes.inserted where covers[stored.entity] {
            enter(stored, into: &entries)
        }
        for update in changes.updated where covers[update.row.entity] {
            guard update.changedSlots.contains(where: space.slots.contains) else { continue }
            enter(update.row, into: &entries)
        }
        for deletion in changes.deleted where covers[deletion.entity] {
            entries.remove(deletion.number)
        }
    }
}
