import EntityMapper
import ObjectGraph

/// A relationship with the form of its objects.
package struct RepresentedRelationship: Sendable {
    let layout: RelationshipLayout
    /// The index of the plan of the objects; dynamic plans follow the entity plans.
    let mapping: Int
    let style: RelationshipRepresentation
    let form: RepresentationPart.Form
    /// Indicates whether several objects may reference the same destination.
    let isShared: Bool

    init(
        _ relationship: RelationshipPlan, _ plan: MappingPlan, style: RelationshipRepresentation
    ) {
        layout = relationship.layout
        mapping = relationship.mapping
        self.style = style
        isShared = layout.inverse.map { plan.model.relationships[$0].isToMany } ?? true
        if style == .identifiers {
            form = layout.isToMany ? .list : .single
        } else if plan.forcesCollection(mapping) {
            form = .members
        } else {
            // The representation itself has room for one object only.
            form = layout.isToMany && !relationship.isAggregated ? .list : .single
        }
    }

    /// Tests whether the relationship is the inverse of the relationship that led to the object.
    func leadsBack(from arrival: Int?) -> Bool {
        style == .automatic && layout.inverse != nil && layout.inverse == arrival
    }
}
