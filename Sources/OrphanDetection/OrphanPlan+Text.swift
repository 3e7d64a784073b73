import ObjectGraph

extension OrphanPlan: CustomDebugStringConvertible, CustomReflectable {
    /// A line for each scope, refusal and preserved object.
    ///
    /// At most twenty preserved objects are listed per scope.
    public var debugDescription: String { description }

    /// The scopes, without the state of their objects.
    public var customMirror: Mirror { Mirror(self, children: ["scopes": scopes]) }
}

extension OrphanPlan.Scope: CustomDebugStringConvertible, CustomReflectable {
    /// The number of orphans, the reasons for a refusal, and the preserved objects.
    public var debugDescription: String { description }

    /// The request and the first objects.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "request": request, "knownCount": knownCount,
                "orphans": Array(orphans.prefix(20)), "orphanCount": orphans.count,
                "preserved": Array(preserved.prefix(20)), "preservedCount": preserved.count,
                "refusals": refusals,
            ])
    }
}
