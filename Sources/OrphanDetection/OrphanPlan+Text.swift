import ObjectGraph

extension OrphanPlan: CustomReflectable {
    /// The scopes, without the state of their objects.
    public var customMirror: Mirror { Mirror(self, children: ["scopes": scopes]) }
}

extension OrphanPlan.Scope: CustomReflectable {
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
