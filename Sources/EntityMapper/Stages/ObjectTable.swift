import ObjectGraph

/// The distinct objects of the records of a payload.
struct ObjectTable: Sendable {
    var objects = IndexedArray<ObjectIndex, MappedObject>()
    /// The keys of objects, by identity space.
    var spaces: [IdentityTable]
    /// The numbers of records beyond the first one of each object, by plan.
    var repeats: [Int]

    init(_ plan: MappingPlan) {
        spaces = plan.spaces.map(IdentityTable.init)
        repeats = Array(repeating: 0, count: plan.entities.count)
    }

    @inline(__always)
    subscript(object: ObjectIndex) -> MappedObject {
        get { objects[object] }
        _modify { yield &objects[object] }
    }

    /// The indices of all objects, in the order of their first records.
    var indices: LazyMapSequence<Range<Int>, ObjectIndex> { objects.indices }
}
