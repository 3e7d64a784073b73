import ObjectGraph
import Payload

/// A representation that may become a record.
struct Candidate {
    /// The tape index of the representation, or of the result of its transform.
    var place: Int
    /// The enclosing record, or -1 at a root path.
    let parent: Int32
    /// The relationship in the parent's plan, or the root path.
    let role: Int32
    /// The index in an array; see ``Record/index``.
    let index: Int32

    init(place: Int, parent: Int32, role: Int32, index: Int32) {
        (self.place, self.parent, self.role, self.index) = (place, parent, role, index)
    }

    init(_ record: Record) {
        self.init(
            place: Int(record.place), parent: record.parent, role: record.role,
            index: record.index)
    }
}

/// The edge through which a representation is reached: a root path or a relationship.
struct Step {
    /// The index of the mapping; dynamic plans follow the entity plans.
    let mapping: Int
    /// The enclosing record, or -1 at a root path.
    let parent: Int32
    /// The relationship in the parent's plan, or the root path.
    let role: Int32
    /// Indicates whether several representations are allowed.
    let isMany: Bool
    /// Indicates whether the path begins outside of the record's representation.
    var isOutward = false
    /// Indicates whether a single representation must be in an array too.
    var needsArray = false
}

extension MappingPlan {
    /// Tests whether a mapping treats an object as a collection.
    package func forcesCollection(_ mapping: Int) -> Bool {
        mapping < entities.count
            ? entities[mapping].forcesCollection
            : dynamics[mapping - entities.count].forcesCollection
    }
}

extension EntityPlan {
    /// Returns the property of a path, by index of the path.
    package func nameOfTarget(_ target: Int) -> String {
        if target < attributes.count { return attributes[target].name }
        let relationship = target - attributes.count
        if relationship < relationships.count { return relationships[relationship].layout.name }
        return routes[relationship - relationships.count].name
    }
}
