/// Values that equal values are looked for among, each of which is found once.
///
/// Values that are not `Equatable` are equal to nothing.
/// - Complexity: O(1) for each look-up of `Hashable` values, O(values) for others; where both sides
///   have one order, O(1) for all.
struct EqualValues<Element> {
    private let values: [Element]
    private var isTaken: [Bool]
    /// The places of values by their hash, made when the order alone did not help.
    private var places: [AnyHashable: [Int]]?

    init(_ values: [Element]) {
        self.values = values
        isTaken = Array(repeating: false, count: values.count)
    }

    /// Finds a value that equals another one, and was not found before.
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
    /// Whether a value of any type is of this one, and equal.
    fileprivate func isEqual(to other: Any) -> Bool { (other as? Self) == self }
}
