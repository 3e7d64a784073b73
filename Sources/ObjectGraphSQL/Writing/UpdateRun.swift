import ObjectGraph

/// Consecutive updates of one shape.
package struct UpdateRun {
    package let shape: UpdateShape
    /// The indices of the updates.
    package let range: Range<Int>

    /// Divides updates into runs, which are mostly long.
    static func runs(of updates: [RowUpdate]) -> [UpdateRun] {
        var runs: [UpdateRun] = []
        var start = 0
        for index in updates.indices {
            let (update, next) = (updates[index], index + 1)
            if next < updates.count, updates[next].row.entity == update.row.entity,
                updates[next].changedSlots == update.changedSlots
            {
                continue
            }
            let shape = UpdateShape(entity: update.row.entity, slots: update.changedSlots)
            runs.append(UpdateRun(shape: shape, range: start..<next))
            start = next
        }
        return runs
    }
}
