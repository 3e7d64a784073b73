/// The values that rows are looked for by, in some slots: mostly one whole number each.
package enum LookupKeys: Sendable {
    /// For one slot; a payload has thousands, and boxing each would cost more than finding it.
    case integers([Int64])
    /// For any slots: each key has a value for each.
    case values([[Value]])

    /// How many there are.
    package var count: Int {
        switch self {
        case .integers(let numbers): numbers.count
        case .values(let keys): keys.count
        }
    }

    package var isEmpty: Bool { count == 0 }

    /// All keys, each with a value for each slot.
    ///
    /// - Complexity: O(count).
    package var values: [[Value]] {
        switch self {
        case .integers(let numbers): numbers.map { [.integer($0)] }
        case .values(let keys): keys
        }
    }
}

extension StoreReader {
    /// The rows of an entity's family whose slots hold one of the keys.
    package func rows(
        entity: Int, slots: [Int], keys: [[Value]]
    ) throws(StoreError) -> [StoredRow] {
        try rows(entity: entity, slots: slots, keys: .values(keys))
    }
}
