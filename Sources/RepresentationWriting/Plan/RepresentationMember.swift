import EntityMapper
package import MercatorPayload
import ObjectGraph

/// A property and its path in a representation.
package struct RepresentationMember: RepresentedProperty, Sendable {
    /// The name of the property in messages.
    package let name: String
    package let path: PayloadPath
    package let content: Content

    package enum Content: Sendable {
        case attribute(RepresentedAttribute)
        case relationship(RepresentedRelationship)
    }

    package var isRelationship: Bool {
        if case .relationship = content { true } else { false }
    }

    /// Indicates whether the property is an identification attribute.
    package var isIdentifying: Bool {
        if case .attribute(let attribute) = content { attribute.isIdentifying } else { false }
    }

    package var canHoldMembers: Bool {
        switch content {
        case .attribute(let attribute):
            attribute.conversion.type == .dictionary || !attribute.conversion.isStandard
        case .relationship(let relationship):
            relationship.form != .list && relationship.style != .identifiers
        }
    }
}
