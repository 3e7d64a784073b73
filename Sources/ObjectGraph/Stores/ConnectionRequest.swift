/// A ``ConnectionDescription`` with resolved names, for evaluation inside a store.
///
/// The store makes the connection for all sources at once.
package struct ConnectionRequest: Sendable {
    /// The relationship to connect.
    package var relationship: Int
    /// The sources with a key, and the sources to clear because they have no key.
    package var sources: RowRequest
    /// The candidates for destinations.
    package var destinations: RowRequest
    /// The foreign keys, and the slots they must equal at the other end; empty for a key path.
    package var sourceSlots: [Int]
    package var destinationSlots: [Int]
    /// The relationships of a key path; empty for foreign keys.
    package var path: [Int]
    /// Indicates whether a source without destinations along the key path is left unchanged.
    package var keepsWithoutMatch: Bool

    package init(
        relationship: Int, sources: RowRequest, destinations: RowRequest, sourceSlots: [Int] = [],
        destinationSlots: [Int] = [], path: [Int] = [], keepsWithoutMatch: Bool = false
    ) {
        self.relationship = relationship
        self.sources = sources
        self.destinations = destinations
        self.sourceSlots = sourceSlots
        self.destinationSlots = destinationSlots
        self.path = path
        self.keepsWithoutMatch = keepsWithoutMatch
    }
}

extension ConnectionRequest {
    /// Indicates whether the result is a function of the previous state, for all sources at once.
    ///
    /// The result is not such a function if one source may undo the effect of another depending on
    /// their order (a relationship that is its own inverse), if links have positions in an ordered
    /// inverse, or if a key path determines the order of the destinations. A context connects these
    /// source by source, as well as objects with rules that only a context checks.
    package func isSetBased(in model: ManagedObjectModel) -> Bool {
        let layout = model.relationships[relationship]
        guard !layout.isSymmetric, path.isEmpty || !layout.isOrdered,
            !hasRules(layout, in: model)
        else { return false }
        switch layout.storage {
        case .reference, .inverseReference: return true
        case .links, .inverseLinks:
            return layout.inverse.map { !model.relationships[$0].isOrdered } ?? true
        }
    }

    /// Indicates whether objects at either end have rules that limit values or relationships.
    ///
    /// These are rules of attributes, or limits on the number of related objects.
    private func hasRules(_ layout: RelationshipLayout, in model: ManagedObjectModel) -> Bool {
        let roots = [layout.entity, layout.destination].map { model.layouts[$0].root }
        return model.layouts.contains { roots.contains($0.root) && !$0.checks.isEmpty }
            || model.relationships.contains {
                $0.description.limitsCount && roots.contains(model.layouts[$0.entity].root)
            }
    }

    /// Returns the index of the array among the foreign keys, or `nil` if there is none.
    package func arrayIndex(in model: ManagedObjectModel) -> Int? {
        let slots = model.layouts[sources.entity].slots
        return sourceSlots.firstIndex { slots[$0].attribute?.type == .array }
    }

    /// Returns the types of the key attributes at the other end.
    package func destinationTypes(in model: ManagedObjectModel) -> [AttributeType] {
        let slots = model.layouts[destinations.entity].slots
        return destinationSlots.compactMap { slots[$0].attribute?.type }
    }
}

extension RelationshipLayout {
    /// Indicates whether sources with the same key compete for a destination.
    ///
    /// The destination belongs to one source only: the newest source gets it.
    package func isExclusive(in model: ManagedObjectModel) -> Bool {
        inverse.map { !model.relationships[$0].isToMany } ?? false
    }
}
