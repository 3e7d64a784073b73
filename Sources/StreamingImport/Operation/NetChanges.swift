package import ObjectGraph
import Synchronization

/// The changes of several imports together, to tell updates from those that others take back.
///
/// Files with different versions of one object update it in turn, whenever they are imported.
/// Imports that share this value can be asked afterwards whether the objects of an entity are what
/// they were before the first of them.
package final class NetChanges: Sendable {
    /// The changes; `nil` once there are too many.
    private let changes = Mutex<ChangeHashes?>(ChangeHashes())
    /// The number of changed rows and lists that are compared.
    static let limit = 20_000

    package init() {}

    /// Adds the changes of a batch that has been saved; `nil` if they are too many.
    func add(_ hashes: ChangeHashes?) {
        changes.withLock { changes in
            guard let hashes, changes != nil else { return changes = nil }
            changes?.add(hashes)
            if changes.map({ $0.changes.count > Self.limit }) == true { changes = nil }
        }
    }

    /// Indicates whether changes are still compared.
    var isComparing: Bool { changes.withLock { $0 != nil } }

    /// Returns the entities whose objects are what they were; none if there were too many changes.
    ///
    /// - Parameter model: The model of the containers that were imported into.
    /// - Returns: The names of the entities.
    package func unchangedEntities(in model: ManagedObjectModel) -> Set<String> {
        guard let hashes = changes.withLock({ $0 }) else { return [] }
        let changed = hashes.changedRoots(in: model)
        return Set(model.layouts.filter { !changed.contains($0.root) }.map(\.name))
    }
}
