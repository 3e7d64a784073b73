import ObjectGraph
import Synchronization

/// The shared part of an ``IdentityIndex``: the entries, and whether they can be trusted.
///
/// It stands apart from the index because the hook of the store holds on to it: the hook ends with
/// the index.
///
/// Its lock is held for look-ups in memory and for following a save, never while the store is asked:
/// the hook runs under the store's own lock.
final class IdentityRegister: Sendable {
    let space: IdentitySpacePlan
    /// By entity: whether its objects are in the index.
    private let covers: [Bool]
    private let state = Mutex(State())

    private struct State: Sendable {
        var phase = Phase.unloaded
        var entries = IdentityEntries()
        var nextTicket = 0
    }

    private enum Phase: Sendable {
        case unloaded
        /// Somebody reads the store; what was saved since then is yet to be followed.
        case loading(ticket: Int, [ChangeSet])
        /// The entries are those of the store, unless its foreign version is another one now.
        case loaded(version: Int64)
        /// There are more objects than may be kept.
        case overfull
    }

    init(_ space: IdentitySpacePlan, _ model: ManagedObjectModel) {
        self.space = space
        covers = model.entities.indices.map { model.layouts[space.entity].includes($0) }
    }

    /// Follows a save; called while the store is locked.
    ///
    /// Only what is committed arrives here, so nothing is learnt of rollbacks and failed saves.
    func note(_ changes: ChangeSet, limit: Int) {
        state.withLock { state in
            guard !changes.emptiesStore else {
                // A seed may have brought objects that the change set does not name.
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

    /// Asks the entries; `nil` if they are not those of a version.
    func read<Result: Sendable>(
        version: Int64, _ body: (IdentityEntries) -> Result
    ) -> Result? {
        state.withLock { state in
            guard case .loaded(version) = state.phase else { return nil }
            return body(state.entries)
        }
    }

    /// Asks the entries as they are; `nil` if none are loaded.
    func readAny<Result: Sendable>(_ body: (IdentityEntries) -> Result) -> Result? {
        state.withLock { state in
            guard case .loaded = state.phase else { return nil }
            return body(state.entries)
        }
    }

    /// Whether loading has been given up because there are too many objects.
    var isOverfull: Bool {
        state.withLock { state in
            if case .overfull = state.phase { true } else { false }
        }
    }

    /// Begins to load: from now on saves are remembered.
    ///
    /// - Returns: What ``finish(_:_:version:)`` wants; `nil` if somebody else is loading.
    func begin() -> Int? {
        state.withLock { state in
            if case .loading = state.phase { return nil }
            let ticket = state.nextTicket
            state = State(phase: .loading(ticket: ticket, []), nextTicket: ticket + 1)
            return ticket
        }
    }

    /// Ends a load with what was read, or without if there was too much.
    ///
    /// Each save since the beginning may or may not be in what was read. Following it again does no
    /// harm: for each object the last save counts.
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

    /// Ends a load that failed.
    func abandon(_ ticket: Int) {
        state.withLock { state in
            if case .loading(ticket, _) = state.phase { state.phase = .unloaded }
        }
    }

    /// Forgets everything; a load that is under way comes to nothing.
    func flush() {
        state.withLock { state in state = State(nextTicket: state.nextTicket) }
    }

    /// Puts a row into entries, or takes it out if its key is not complete.
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
