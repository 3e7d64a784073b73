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
    private var places: [AnyHashable: [Int]]?

    init(_ values: [Element]) {
        self.values = values
        isTaken = Array(repeating: false, count: values.count)
    }

    /// Returns the index of an equal value that has not been taken yet, and marks it as taken.
    mutating func take(_ value: Element, near place: Int) -> Int? {
        guard let equatable = value as? any Equatable else { return nil }
        let isNear = values.indices.contains(place) && !isTaken[place]
        let found = isNear && equatable.isEqual(to: values[place]) ? place : search(equatable)
        if let found { isTaken[found] = true }
        return found
    }

    private mutating func search(_ value: any Equatable) -> Int? {
        guard let key = value as? AnyHashable else {
            return values.indices.first { !isTaken[$0] && value.isEqual(to: values[$0]) }
        }
        let places = places ?? placesByHash()
        self.places = places
        return places[key]?.first { !isTaken[$0] }
    }

    private func placesByHash() -> [AnyHashable: [Int]] {
        var places: [AnyHashable: [Int]] = [:]
        for (place, value) in values.enumerated() {
            guard let key = value as? AnyHashable else { continue }
            places[key, default: []].append(place)
        }
        return places
    }
}

extension Equatable {
    /// Tests whether a value of any type has this type and is equal.
    fileprivate func isEqual(to other: Any) -> Bool { (other as? Self) == self }
}
