extension ManagedObjectContext: CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// The numbers of registered objects and of unsaved changes.
    ///
    /// An example is `ManagedObjectContext (10 objects, 2 inserted)`.
    public var description: String {
        let counts = [
            (pendingCount(.inserted), "inserted"), (pendingCount(.updated), "updated"),
            (pendingCount(.deleted), "deleted"),
        ].filter { $0.0 > 0 }.map { ", \($0.0) \($0.1)" }
        return "ManagedObjectContext (\(TextLines.count(knownCount, "object"))"
            + counts.joined() + (hasChanges ? "" : ", no changes") + ")"
    }

    /// The numbers of registered objects and of unsaved changes.
    public var debugDescription: String { description }

    /// The model and the numbers of the description, without the rows.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "model": model, "objects": knownCount, "inserted": pendingCount(.inserted),
                "updated": pendingCount(.updated), "deleted": pendingCount(.deleted),
            ])
    }

    private var knownCount: Int {
        state.tables.reduce(0) { count, table in count + table.entries.count { $0.state.isLive } }
    }

    private func pendingCount(_ wanted: RowTable.State) -> Int {
        state.tables.reduce(0) { count, table in
            count + table.changed.count { table.entries[$0].state == wanted }
        }
    }
}

extension PersistentContainer: CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// The store and the entities: `PersistentContainer (in memory: Article, Author)`.
    public var description: String {
        "PersistentContainer (\(state.storeName): \(model.entityNames))"
    }
    /// The store and the entities.
    public var debugDescription: String { description }
    /// The store's name and the model.
    public var customMirror: Mirror {
        Mirror(self, children: ["store": state.storeName, "model": model])
    }
}
