import EntityMapper
import ObjectGraph

/// The values of an object that is being written.
struct RepresentedObject {
    /// The index of the root entity of the inheritance tree.
    let root: Int
    let entry: RowTable.Entry

    var number: Int64 { entry.number }
    /// The index of the object's own entity.
    var entity: Int { entry.entity }
    /// Indicates whether the object has been inserted and not been saved yet.
    var isInserted: Bool { entry.state == .inserted }
    var name: Name { Name(root: root, number: entry.number) }

    /// The identity of an object in a context.
    struct Name: Equatable {
        let root: Int
        let number: Int64
    }
}
