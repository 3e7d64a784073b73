/// The relationship of an entity that a connection fills.
package struct ConnectionTarget: Sendable, Hashable {
    package let entity: String
    package let relationship: String

    package init(entity: String, relationship: String) {
        self.entity = entity
        self.relationship = relationship
    }
}

extension ConnectionDescription {
    /// The relationship that the connection fills.
    package var target: ConnectionTarget {
        ConnectionTarget(entity: entity, relationship: relationship)
    }
}
