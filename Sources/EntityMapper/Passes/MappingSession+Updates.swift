import ObjectGraph

/// A relationship of one object of a session.
struct LinkSource: Hashable {
    let object: Int
    let relationship: Int
}

extension MappingSession {
    /// Remembers what a relationship of a stored object led to before the first record changed it.
    mutating func noteLinks(_ links: [Int64], of object: Int, relationship: Int) {
        objects[object].isUpdated = true
        let source = LinkSource(object: object, relationship: relationship)
        if formerLinks[source] == nil { formerLinks[source] = links }
    }

    /// Decides which stored objects were updated.
    ///
    /// Several records of one object may disagree, and the last may say again what is stored. What
    /// counts is whether the object is another than before.
    mutating func settleUpdates() throws(MappingError) {
        var relinked: Set<Int> = []
        for (source, former) in formerLinks where !relinked.contains(source.object) {
            let number = objects[source.object].number
            let links = try MappingError.wrapping { () throws(StoreError) in
                try context.destinations(of: source.relationship, from: number)
            }
            if links != former { relinked.insert(source.object) }
        }
        for object in objects.indices
        where objects[object].isUpdated && !relinked.contains(object) {
            objects[object].isUpdated = hasOtherRow(object)
        }
    }

    private func hasOtherRow(_ object: Int) -> Bool {
        let root = plan.entities[Int(objects[object].plan)].layout.root
        let position = objects[object].position
        let table = context.state.tables[root]
        // Positions stay; rows that became known later were as they are in the store.
        let known = before.tables[root].entries
        let former = position < known.count ? known[position].row : table.original(at: position)
        return table.entries[position].row != former
    }
}
