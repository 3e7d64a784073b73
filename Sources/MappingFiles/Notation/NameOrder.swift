/// Lists of named things, which a mapping file writes in order of name.
enum NameOrder {
    /// Returns the elements sorted by name, stably.
    static func sorted<Element>(
        _ elements: [Element], by name: (Element) -> String
    ) -> [Element] {
        elements.enumerated().sorted { left, right in
            let (first, second) = (name(left.element), name(right.element))
            return first.precedes(second) || first == second && left.offset < right.offset
        }
        .map(\.element)
    }

    /// Returns the names in their order; `nil` if it is the order of the names.
    static func unusual<Element>(
        _ elements: [Element], by name: (Element) -> String
    ) -> [String]? {
        let names = elements.map(name)
        return names == sorted(names, by: { $0 }) ? nil : names
    }

    /// Returns the elements in the order of names; missing names follow.
    static func restored<Element>(
        _ elements: [Element], _ names: [String]?, by name: (Element) -> String
    ) -> [Element] {
        let sorted = sorted(elements, by: name)
        guard let names else { return sorted }
        var waiting: [String: [Int]] = [:]
        for index in sorted.indices.reversed() {
            waiting[name(sorted[index]), default: []].append(index)
        }
        var order: [Int] = []
        for name in names {
            if let index = waiting[name]?.popLast() { order.append(index) }
        }
        let ordered = Set(order)
        return (order + sorted.indices.filter { !ordered.contains($0) }).map { sorted[$0] }
    }
}
