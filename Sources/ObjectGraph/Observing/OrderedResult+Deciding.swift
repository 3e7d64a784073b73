extension OrderedResult {
    /// The rows that decisions have changed, with their indices in the list before.
    fileprivate struct Turnover {
        var leaving: [(number: Int64, index: Int)] = []
        var entering: [ResultRow] = []
        /// Remaining rows with other sort values.
        var relocated: [(row: ResultRow, oldIndex: Int)] = []
        var updated: [Int64] = []
    }

    /// Applies decisions on different rows, and returns the changes of the whole list.
    ///
    /// - Complexity: O(*d* log *n*) for *d* decisions.
    mutating func apply(
        _ decisions: [ResultDecision], entityName: String
    ) -> ResultChanges {
        let turnover = turnover(decisions)
        for (number, _) in turnover.leaving { remove(number) }
        for (row, _) in turnover.relocated { remove(row.number) }
        for (row, _) in turnover.relocated { insert(row) }
        for row in turnover.entering { insert(row) }
        return withIndices { indices in
            changes(turnover, indices, entityName)
        }
    }

    /// Compares decisions with the list, and stores the rows that keep their place.
    private mutating func turnover(_ decisions: [ResultDecision]) -> Turnover {
        var (turnover, kept) = withIndices { indices in
            var turnover = Turnover()
            var kept: [ResultRow] = []
            for decision in decisions {
                guard var old = row(decision.number), let index = indices[decision.number] else {
                    if case .present(let row) = decision.outcome { turnover.entering.append(row) }
                    continue
                }
                switch decision.outcome {
                case .absent: turnover.leaving.append((decision.number, index))
                case .unmoved(let version):
                    let version = version ?? old.version
                    if version != old.version || decision.isLinked {
                        turnover.updated.append(old.number)
                    }
                    if version != old.version {
                        old.version = version
                        kept.append(old)
                    }
                case .present(let row):
                    let hasOtherValues =
                        row.values[keyCount...] != old.values[keyCount...]
                    if row.version != old.version || decision.isLinked || hasOtherValues {
                        turnover.updated.append(old.number)
                    }
                    if row.values[..<keyCount] != old.values[..<keyCount] {
                        turnover.relocated.append((row, index))
                    } else if row.version != old.version || hasOtherValues {
                        kept.append(row)
                    }
                }
            }
            return (turnover, kept)
        }
        for row in kept { replace(row) }
        turnover.leaving.sort { $0.index < $1.index }
        return turnover
    }

    private func changes(
        _ turnover: Turnover, _ indices: Indices, _ entityName: String
    ) -> ResultChanges {
        func item(_ number: Int64, _ index: Int) -> ResultChanges.Item {
            ResultChanges.Item(
                objectID: ManagedObjectID(entityName: entityName, number: number), index: index)
        }
        func items(_ numbers: some Sequence<Int64>) -> [ResultChanges.Item] {
            numbers.compactMap { number in indices[number].map { item(number, $0) } }
                .sorted { $0.index < $1.index }
        }
        let inserted = items(turnover.entering.lazy.map(\.number))
        var search = RelocationSearch(
            leaving: turnover.leaving.map(\.index), entering: inserted.map(\.index))
        for (row, oldIndex) in turnover.relocated {
            guard let index = indices[row.number] else { continue }
            search.add(row.number, from: oldIndex, to: index)
        }
        let moved = search.moves { index in number(at: index) }
        return ResultChanges(
            deleted: turnover.leaving.map { item($0.number, $0.index) }, inserted: inserted,
            moved: moved.map { move in
                ResultChanges.Move(
                    objectID: ManagedObjectID(entityName: entityName, number: move.number),
                    oldIndex: move.from, index: move.to)
            },
            updated: items(turnover.updated), numbers: numbers, entityName: entityName)
    }
}
