import ObjectGraph

/// The ends of pending links.
extension RecordGraph {
    func relationship(of link: PendingLink) -> RelationshipPlan {
        plan(of: link.record).relationships[link.relationship.position]
    }

    /// Returns the object whose relationship is filled; `nil` if its record has none.
    @inline(__always)
    func source(of link: PendingLink) -> MappedObject? { object(of: records[link.record]) }

    /// Returns the records nested in a relationship.
    func destinations(of link: PendingLink) -> ArraySlice<RecordIndex> { targets[link.targets] }

    /// Returns the numbers of the destinations, and whether every element has a destination.
    func numbers(of link: PendingLink) -> (numbers: [Int64], isComplete: Bool) {
        var numbers: [Int64] = []
        var isComplete = link.isComplete
        for target in link.targets {
            let record = records[targets[target]]
            if let object = object(of: record), object.isUsable {
                numbers.append(object.number)
            } else if !record.isDisallowed {
                // A destination that may not be inserted is certain to be absent.
                isComplete = false
            }
        }
        return (numbers, isComplete)
    }

    /// Tests whether the record of a pending link was applied.
    func isApplied(_ link: PendingLink) -> Bool { isApplied(records[link.record]) }

    /// Tests whether a record was applied.
    @inline(__always)
    func isApplied(_ record: Record) -> Bool {
        guard let object = object(of: record), !record.hasFailed, !record.isUnmodified else {
            return false
        }
        return object.isMapped
    }
}
