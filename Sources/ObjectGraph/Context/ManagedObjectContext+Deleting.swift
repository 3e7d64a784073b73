/// Deleting objects according to the delete rules of their relationships.
extension ManagedObjectContext {
    /// Deletes rows and the rows that the deletion cascades to.
    ///
    /// The function makes one request for each relationship and round, and returns the numbers of
    /// all deleted objects by root.
    @discardableResult
    package func delete(root: Int, _ numbers: [Int64]) throws(StoreError) -> [Int: [Int64]] {
        var round = [root: numbers]
        var deleted: [Int: [Int64]] = [:]
        while !round.isEmpty {
            var next: [Int: [Int64]] = [:]
            for (root, numbers) in round.sorted(by: { $0.key < $1.key }) {
                let doomed = try entitiesByNumber(root: root, numbers)
                for (entity, numbers) in doomed.sorted(by: { $0.key < $1.key }) {
                    try release(entity, numbers, cascades: &next)
                }
                for (_, numbers) in doomed {
                    for number in numbers {
                        guard let position = try position(root: root, number) else { continue }
                        state.tables[root].delete(at: position)
                        deleted[root, default: []].append(number)
                    }
                }
            }
            round = next
        }
        return deleted
    }

    /// Returns the numbers of existing rows, by entity.
    private func entitiesByNumber(
        root: Int, _ numbers: [Int64]
    ) throws(StoreError) -> [Int: [Int64]] {
        try load(root: root, numbers)
        var result: [Int: [Int64]] = [:]
        for number in Set(numbers).sorted() {
            guard let position = try position(root: root, number) else { continue }
            result[state.tables[root].entries[position].entity, default: []].append(number)
        }
        return result
    }

    /// Applies the delete rules of an entity to the objects that are related to deleted objects.
    private func release(
        _ entity: Int, _ numbers: [Int64], cascades: inout [Int: [Int64]]
    ) throws(StoreError) {
        for index in model.layouts[entity].relationships {
            let layout = model.relationships[index]
            try load(index, from: numbers)
            for number in numbers {
                let destinations = try destinations(of: index, from: number)
                guard !destinations.isEmpty else { continue }
                switch layout.description.deleteRule {
                case .cascade:
                    cascades[root(of: layout.destination), default: []] += destinations
                case .deny:
                    state.denials.append(
                        .init(relationship: index, source: number, entity: entity))
                case .nullify:
                    if case .inverseReference = layout.storage {
                        try set(index, of: number, to: [])
                    }
                case .noAction: break
                }
            }
        }
        try clearOneWayReferences(to: entity, numbers)
    }

    /// Clears references without an inverse, so that none is left dangling.
    private func clearOneWayReferences(to entity: Int, _ numbers: [Int64]) throws(StoreError) {
        for layout in model.relationships {
            guard layout.inverse == nil || layout.isSymmetric,
                case .reference = layout.storage,
                model.layouts[layout.destination].includes(entity)
            else { continue }
            try loadReferring(through: layout.index, to: numbers)
            for number in numbers {
                for source in referring(through: layout, to: number) {
                    try write(layout, of: source, nil)
                }
            }
        }
    }
}
