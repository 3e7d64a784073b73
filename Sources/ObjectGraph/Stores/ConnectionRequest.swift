/// A connection to make inside a store, for all sources at once: a ``ConnectionDescription`` with its
/// names resolved.
package struct ConnectionRequest: Sendable {
    /// The relationship to connect.
    package var relationship: Int
    /// The sources: those with a key, and those that are to be cleared without one.
    package var sources: RowRequest
    /// What is taken for a destination.
    package var destinations: RowRequest
    /// The foreign keys, and what they must equal at the other end; none for a key path.
    package var sourceSlots: [Int]
    package var destinationSlots: [Int]
    /// The relationships of a key path; none for foreign keys.
    package var path: [Int]
    /// Whether a relationship stays as it is where the key path leads nowhere.
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

/// What came of a ``ConnectionRequest``.
package struct ConnectionOutcome: Sendable, Hashable {
    /// Sources that lead to something else now, but for those that lead nowhere.
    package var connected = 0
    /// Sources that lead nowhere now, and did before.
    package var cleared = 0
    /// Whether anything was written.
    package var isChanged: Bool { connected + cleared > 0 }
    /// Keys without a destination, with the number of sources that have them.
    package var missing: [[Value]: Int] = [:]
    /// Sources of a to-one relationship with several destinations.
    package var ambiguous = 0

    package init() {}
}

extension ConnectionRequest {
    /// Whether the outcome is a function of what was there before, for all sources at once.
    ///
    /// It is not where one source may undo what another has just done in a way that depends on their
    /// order (a relationship that is its own inverse), where links have places in somebody else's
    /// list, and where the order of the destinations is the order of the way there. A context takes
    /// these source by source, and those whose objects have rules that only a context checks.
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

    /// Whether objects at either end have attributes with rules, or relationships that hold so many.
    private func hasRules(_ layout: RelationshipLayout, in model: ManagedObjectModel) -> Bool {
        let roots = [layout.entity, layout.destination].map { model.layouts[$0].root }
        return model.layouts.contains { roots.contains($0.root) && !$0.checks.isEmpty }
            || model.relationships.contains {
                $0.description.limitsCount && roots.contains(model.layouts[$0.entity].root)
            }
    }

    /// The place among the foreign keys of one that is an array.
    package func arrayPlace(in model: ManagedObjectModel) -> Int? {
        let slots = model.layouts[sources.entity].slots
        return sourceSlots.firstIndex { slots[$0].attribute?.type == .array }
    }

    /// The types of the attributes at the other end.
    package func destinationTypes(in model: ManagedObjectModel) -> [AttributeType] {
        let slots = model.layouts[destinations.entity].slots
        return destinationSlots.compactMap { slots[$0].attribute?.type }
    }
}

extension RelationshipLayout {
    /// Whether an object at the far end belongs to one object at this end only, so that objects that
    /// name the same one compete for it: the newest of them has it.
    package func isExclusive(in model: ManagedObjectModel) -> Bool {
        inverse.map { !model.relationships[$0].isToMany } ?? false
    }
}
