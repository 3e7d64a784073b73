import ObjectGraph
import Payload

/// A representation that may become a record.
struct Candidate {
    /// Where it is on the tape; elsewhere than before where a transform has made another one of it.
    var place: Int
    /// The record around it, or -1 at a root.
    let parent: Int32
    /// The relationship of the parent's plan that leads here, or the root path.
    let role: Int32
    /// Its place in a list; see ``Record/index``.
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

/// How the walk got to a representation.
struct Step {
    /// The mapping to use: one of the plans of entities, or behind them a dynamic one.
    let mapping: Int
    /// The record around, or -1 at a root.
    let parent: Int32
    /// The relationship of the parent's plan, or the root path.
    let role: Int32
    /// Whether there may be several.
    let isMany: Bool
    /// Whether it leads to what lies around a record.
    var isOutward = false
    /// Whether several must be in an array, also if it is one only.
    var needsArray = false
}

/// What a path to representations found.
enum Found {
    /// A value of the payload: a representation, an array of them, or `null`.
    case one(Int)
    /// Values from the elements of an array.
    case many([Element], of: Int)

    /// One of several values.
    struct Element {
        let place: Int
        /// The objects on the way, outermost first.
        var trail: [Int32] = []
    }

    /// A place that stands for all.
    var place: Int {
        switch self {
        case .one(let place), .many(_, let place): place
        }
    }
}

extension MappingPlan {
    /// Whether an object stands for a list where a mapping is used.
    func forcesCollection(_ mapping: Int) -> Bool {
        mapping < entities.count
            ? entities[mapping].forcesCollection
            : dynamics[mapping - entities.count].forcesCollection
    }
}

extension EntityPlan {
    /// The property that a path is for.
    func nameOfTarget(_ target: Int) -> String {
        if target < attributes.count { return attributes[target].name }
        let relationship = target - attributes.count
        if relationship < relationships.count { return relationships[relationship].layout.name }
        return routes[relationship - relationships.count].name
    }
}

/// How far plain values may lie inside one another.
enum RecordNesting {
    /// How deep they may nest: each level takes stack, and threads may have little.
    static let deepest = 128
}
