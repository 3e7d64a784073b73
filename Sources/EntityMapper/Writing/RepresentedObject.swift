import ObjectGraph

/// An object that is being written, with its values at hand.
struct RepresentedObject {
    /// The index of the entity at the top of its inheritance tree.
    let root: Int
    let entry: GraphTable.Entry

    var number: Int64 { entry.number }
    /// The index of its own entity.
    var entity: Int { entry.entity }
    /// Whether the object was inserted and not saved yet.
    var isInserted: Bool { entry.state == .inserted }
    var name: Name { Name(root: root, number: entry.number) }

    /// What tells objects of one context apart.
    struct Name: Equatable {
        let root: Int
        let number: Int64
    }
}
