import EntityMapper

/// A multiset of values that supports removing equal values one at a time.
///
/// Values that are not `Equatable` equal none.
/// - Complexity: O(1) for each look-up of `Hashable` values, O(values) for others; O(1) for all
///   types if both sides have the same order.
struct EqualValues<Element> {
    private let values: [Element]
    private var isTaken: [Bool]
    /// The indices of values by value, built when the order alone does not suffice.
    private var indices: [AnyHashable: [Int]]?

    init(_ values: [Element]) {
        self.values = values
        isTaken = Array(repeating: false, count: values.count)
    }

    /// Returns the index of an equal value that has not been taken yet, and marks it as taken.
    mutating func take(_ value: Element, near index: Int) -> Int? {
        guard let equatable = value as? any Equatable else { return nil }
        let isNear = values.indices.contains(index) && !isTaken[index]
        let found = isNear && equatable.isEqual(to: values[index]) ? index : search(equatable)
        if let found { isTaken[found] = true }
        return found
    }

    private mutating func search(_ value: any Equatable) -> Int? {
        guard let key = value as? AnyHashable else {
            return values.indices.first { !isTaken[$0] && value.isEqual(to: values[$0]) }
        }
        let indices = indices ?? indicesByValue()
        self.indices = indices
        return indices[key]?.first { !isTaken[$0] }
    }

    private func indicesByValue() -> [AnyHashable: [Int]] {
        var indices: [AnyHashable: [Int]] = [:]
        for (index, value) in values.enumerated() {
            guard let key = value as? AnyHashable else { continue }
            indices[key, default: []].append(index)
        }
        return indices
    }
}

extension Equatable {
    /// Tests whether a value of any type has this type and is equal.
    fileprivate func isEqual(to other: Any) -> Bool { (other as? Self) == self }
}
