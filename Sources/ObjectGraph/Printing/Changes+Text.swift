extension ResultChanges: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The numbers of inserted, deleted, moved and updated objects.
    ///
    /// An example is `2 inserted, 1 moved; 10 objects`.
    public var description: String { summary(of: "object") }

    fileprivate func summary(of element: String) -> String {
        let counts = [
            (deleted.count, "deleted"), (inserted.count, "inserted"), (moved.count, "moved"),
            (updated.count, "updated"),
        ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        return (counts.isEmpty ? "no changes" : counts.joined(separator: ", "))
            + "; \(TextLines.count(count, element))"
    }

    /// The numbers of inserted, deleted, moved and updated objects.
    public var debugDescription: String { description }

    /// The first changes of each kind.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "deleted": Array(deleted.prefix(20)), "inserted": Array(inserted.prefix(20)),
                "moved": Array(moved.prefix(20)), "updated": Array(updated.prefix(20)),
                "count": count,
            ])
    }
}

extension SelectedRowChanges: CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// The numbers of inserted, deleted, moved and updated rows.
    ///
    /// An example is `2 inserted, 1 moved; 10 rows`.
    public var description: String { changes.summary(of: "row") }

    /// The numbers of inserted, deleted, moved and updated rows.
    public var debugDescription: String { description }

    /// The first changes of each kind, and the first rows.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "deleted": Array(deleted.prefix(20)), "inserted": Array(inserted.prefix(20)),
                "moved": Array(moved.prefix(20)), "updated": Array(updated.prefix(20)),
                "rows": (0..<min(count, 20)).map { self[$0] }, "count": count,
            ])
    }
}

extension SavedChanges: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The first identifiers of each kind: `inserted Article/1, Article/2; deleted Tag/7`.
    public var description: String {
        guard isComplete else { return "more changes than are listed" }
        let parts = [("inserted", inserted), ("updated", updated), ("deleted", deleted)]
            .filter { !$0.1.isEmpty }
            .map { "\($0.0) \(TextLines($0.1.sorted()).joined)" }
        return parts.isEmpty ? "no changes" : parts.joined(separator: "; ")
    }

    /// The first identifiers of each kind.
    public var debugDescription: String { description }

    /// The number of objects of each kind, and whether the lists are complete.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "inserted": inserted.count, "updated": updated.count, "deleted": deleted.count,
                "isComplete": isComplete,
            ])
    }
}

extension ChangeReport: CustomDebugStringConvertible, CustomReflectable {
    /// One line for each object and each property that changes, for at most twenty objects.
    public var debugDescription: String { description }
    /// The first objects, and their total number.
    public var customMirror: Mirror {
        Mirror(self, children: ["objects": Array(objects.prefix(20)), "count": objects.count])
    }
}
