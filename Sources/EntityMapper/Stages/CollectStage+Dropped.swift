import MercatorPayload

/// Values that are dropped because their key is there again later in the same object.
extension CollectStage {
    /// Reports the values of a record that later values have replaced.
    mutating func reportDroppedValues(of record: RecordIndex) throws {
        let dropped = keyMatcher.dropped
        keyMatcher.dropped = []
        let plan = graph.plan(of: record)
        for (position, target) in dropped {
            try log.report(
                .repeatedKey, at: TapeIndex(position), of: record, in: graph,
                property: plan.nameOfTarget(target), expected: Self.expectation,
                found: Self.finding, isNotice: true)
        }
    }

    /// Reports the values at a root path that later values have replaced.
    mutating func reportDroppedRoots(of path: PayloadPath) throws {
        var object = 0
        for component in path.components {
            guard component.kind == .key else { return }
            let values = tape.values(of: component.utf8, inObjectAt: object)
            for value in values.dropLast() {
                try log.report(
                    .repeatedKey, at: TapeIndex(value), in: graph,
                    subject: "the root path '\(path)'", expected: Self.expectation,
                    found: Self.finding, isNotice: true)
            }
            guard let last = values.last else { return }
            object = last
        }
    }

    private static let expectation = "each key once in an object"
    private static let finding = "one that is there again, with the value that was used"
}

extension PayloadTape {
    /// Returns the tape indices of all members with a key.
    fileprivate func values(of key: [UInt8], inObjectAt position: Int) -> [Int] {
        guard isObject(at: position) else { return [] }
        var found: [Int] = []
        var member = firstChild(of: position)
        while member < end(of: position) {
            if keyMatches(at: member, key) { found.append(member + 1) }
            member = next(after: member + 1)
        }
        return found
    }
}
