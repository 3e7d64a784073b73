package import EntityMapper
package import ObjectGraph
import Synchronization

/// A shared account of several imports: assigned and stored values, and changes that cancel out.
///
/// Files with different versions of an object update it in turn, each time they are imported. After
/// imports that share an account, ``unchangedEntities(in:)`` returns the entities whose objects are
/// as before.
package final class ImportAccount: Sendable {
    private struct State {
        /// The changes; `nil` once there are too many.
        var changes: ChangeHashes? = ChangeHashes()
        var load: LoadAccount
    }

    private let state: Mutex<State>
    /// The number of changed rows and lists that are compared.
    static let limit = 20_000

    /// Creates the account of imports that have not begun.
    ///
    /// - Parameter model: The model of the containers that are imported into.
    package init(of model: ManagedObjectModel) {
        state = Mutex(State(load: LoadAccount(of: model)))
    }

    /// Adds a batch that has been saved; its changes are `nil` if they are too many.
    func add(_ hashes: ChangeHashes?, _ load: LoadAccount?) {
        state.withLock { state in
            if let load { state.load.add(load) }
            guard let hashes, state.changes != nil else { return state.changes = nil }
            state.changes?.add(hashes)
            if state.changes.map({ $0.changes.count > Self.limit }) == true { state.changes = nil }
        }
    }

    /// The values and links of all imports.
    package var load: LoadAccount { state.withLock(\.load) }

    /// Indicates whether changes are still compared.
    var isComparing: Bool { state.withLock { $0.changes != nil } }

    /// Returns the entities whose objects are as before the imports; none after too many changes.
    ///
    /// - Parameter model: The model of the destination containers.
    /// - Returns: The names of the entities.
    package func unchangedEntities(in model: ManagedObjectModel) -> Set<String> {
        guard let hashes = state.withLock(\.changes) else { return [] }
        let changed = hashes.changedRoots(in: model)
        return Set(model.layouts.filter { !changed.contains($0.root) }.map(\.name))
    }
}
