extension ResultChanges {
    /// Compares two results of the same request.
    ///
    /// - Parameters:
    ///   - old: The old result.
    ///   - new: The new result.
    ///   - linked: Objects with written links; such writes do not change the version of an object.
    ///   - entityName: The name of the root entity.
    /// - Complexity: O(*n*) in the length of both results; O(*n* log *n*) if objects have moved.
    init(
        from old: ResultList, to new: ResultList, linked: Set<Int64>, entityName: String
    ) {
        func id(_ number: Int64) -> ManagedObjectID {
            ManagedObjectID(entityName: entityName, number: number)
        }
        var oldIndexes: [Int64: Int] = [:]
        oldIndexes.reserveCapacity(old.numbers.count)
        for (index, number) in old.numbers.enumerated() { oldIndexes[number] = index }
        var inserted: [Item] = []
        var updated: [Item] = []
        var stayed: [(index: Int, oldIndex: Int)] = []
        for (index, number) in new.numbers.enumerated() {
            guard let oldIndex = oldIndexes.removeValue(forKey: number) else {
                inserted.append(Item(objectID: id(number), index: index))
                continue
            }
            stayed.append((index, oldIndex))
            if new.versions[index] != old.versions[oldIndex] || linked.contains(number)
                || new.values?[index] != old.values?[oldIndex]
            {
                updated.append(Item(objectID: id(number), index: index))
            }
        }
        let fixed = IncreasingSubsequence.longest(of: stayed.map(\.oldIndex))
        let moved = zip(stayed, fixed).compactMap { item, isFixed in
            isFixed
                ? nil
                : Move(
                    objectID: id(new.numbers[item.index]), oldIndex: item.oldIndex,
                    index: item.index)
        }
        self.init(
            deleted: oldIndexes.values.sorted().map {
                Item(objectID: id(old.numbers[$0]), index: $0)
            },
            inserted: inserted, moved: moved, updated: updated,
            numbers: ResultNumbers([new.numbers]), entityName: entityName)
    }
}
