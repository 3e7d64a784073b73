/// Asking who leads to an object.
extension ManagedObjectContext {
    /// The living objects from which a relationship leads to each of some others.
    ///
    /// One request, whether or not there is a relationship back.
    package func sources(
        of relationship: Int, to numbers: [Int64]
    ) throws(StoreError) -> [Int64: [Int64]] {
        let layout = model.relationships[relationship]
        let root = root(of: layout.entity)
        var result: [Int64: [Int64]] = [:]
        if let inverse = layout.inverse {
            try load(inverse, from: numbers)
            for number in numbers { result[number] = try destinations(of: inverse, from: number) }
            return result
        }
        // Without a relationship back, it is kept at its own end.
        switch layout.storage {
        case .links:
            try loadArrivals(of: relationship, to: numbers)
            for number in numbers {
                result[number] = state.links[relationship].arriving(at: number).map(\.source)
                    .filter { state.isAlive(root: root, $0) }
            }
        case .reference, .inverseReference, .inverseLinks:
            try loadReferring(through: relationship, to: numbers)
            for number in numbers { result[number] = referring(through: layout, to: number) }
        }
        return result
    }
}
