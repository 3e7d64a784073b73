package import ObjectGraph

/// An attribute that is written through to-one relationships, where these reference an object.
package final class RoutePlan: Sendable {
    /// The relationships of the route, in order from the record.
    package let relationships: [RelationshipLayout]
    package let attribute: AttributePlan
    /// The destination as written in the mapping.
    let name: String

    init(_ relationships: [RelationshipLayout], _ attribute: AttributePlan, name: String) {
        self.relationships = relationships
        self.attribute = attribute
        self.name = name
    }
}
