import ObjectGraph

/// The attributes of written objects whose values are substitutes.
///
/// The substitutes were not chosen; they are read once for each entity.
struct WrittenSubstitutes {
    private var known: [Int: [SubstituteKey: String]] = [:]

    /// Tests whether the value of an object is a substitute.
    ///
    /// - Complexity: O(1), and one request for the first object of each inheritance tree.
    mutating func contains(
        _ value: Value, slot: Int, of object: RepresentedObject, in context: ManagedObjectContext
    ) throws(StoreError) -> Bool {
        if known[object.root] == nil {
            let loaded = context.state.tables[object.root].entries.map(\.number)
            known[object.root] = try context.substitutes(root: object.root, loaded)
        }
        let key = SubstituteKey(
            root: object.root, number: object.number,
            attribute: context.model.layouts[object.entity].slots[slot].name)
        guard let text = known[object.root]?[key] else { return false }
        return text == value.substituteText
    }
}
