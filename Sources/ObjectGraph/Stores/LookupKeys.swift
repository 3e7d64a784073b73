/// The lookup values of rows in some slots: usually one integer each.
package enum LookupKeys: Sendable {
    /// Keys of one slot.
    ///
    /// Payloads contain thousands, and boxing a key would cost more than its lookup.
    case integers([Int64])
    /// Keys of any slots, each with one value for each slot.
    case values([[Value]])

    /// The number of keys.
    package var count: Int {
        switch self {
        case .integers(let numbers): numbers.count
        case .values(let keys): keys.count
        }
    }

    package var isEmpty: Bool { count == 0 }

    /// All keys, each with one value for each slot.
    ///
    /// - Complexity: O(*n*) in the number of keys.
    package var values: [[Value]] {
        switch self {
        case .integers(let numbers): numbers.map { [.integer($0)] }
        case .values(let keys): keys
        }
    }
}

extension StoreReader {
    /// Returns the rows of an entity's family that have one of the keys in the slots.
    package func rows(
        entity: Int, slots: [Int], keys: [[Value]]
    ) throws(StoreError) -> [StoredRow] {
        try rows(entity: entity, slots: slots, keys: .values(keys))
    }
}
