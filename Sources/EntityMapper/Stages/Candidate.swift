import ObjectGraph
import Payload

/// A representation that may become a record.
struct Candidate {
    /// The representation, or the result of its transform.
    var representation: TapeIndex
    /// The enclosing record; `nil` at a root path.
    let parent: RecordIndex?
    /// The relationship in the parent's plan, or the root path.
    let role: RoleIndex
    let index: ListIndex

    init(
        _ representation: TapeIndex, parent: RecordIndex? = nil, role: RoleIndex, index: ListIndex
    ) {
        self.representation = representation
        (self.parent, self.role, self.index) = (parent, role, index)
    }

    init(_ record: Record) {
        self.init(
            record.representation, parent: record.parent, role: record.role, index: record.index)
    }
}

/// The edge through which a representation is reached: a root path or a relationship.
struct Edge {
    /// The index of the mapping; dynamic plans follow the entity plans.
    let mapping: Int
    /// The enclosing record; `nil` at a root path.
    let parent: RecordIndex?
    /// The relationship in the parent's plan, or the root path.
    let role: RoleIndex
    /// Indicates whether several representations are allowed.
    let isToMany: Bool
    /// Indicates whether the path begins outside of the record's representation.
    var isOutward = false
    /// Indicates whether a single representation must be in an array too.
    var needsArray = false
}
