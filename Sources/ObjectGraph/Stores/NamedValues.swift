/// Values by name, in the order of the UTF-8 of their names.
struct NamedValues<Value: Sendable>: Sendable {
    private var values: [String: Value] = [:]
    /// The names in order.
    private var names: [String] = []

    /// The value with a name; `nil` if it is absent.
    ///
    /// - Complexity: O(1) to read and to replace, O(*n*) to add and to remove.
    subscript(name: String) -> Value? {
        get { values[name] }
        set {
            let isKnown = values[name] != nil
            values[name] = newValue
            guard isKnown == (newValue == nil) else { return }
            let index = self.index(of: name)
            if newValue == nil { names.remove(at: index) } else { names.insert(name, at: index) }
        }
    }

    /// Returns the names that begin with a prefix, in order.
    ///
    /// - Complexity: O(log *n*).
    func names(behind prefix: String) -> ArraySlice<String> {
        let start = index(of: prefix)
        return names[start...].prefix(
            upTo: index { Self.precedes($0, prefix) || $0.utf8.starts(with: prefix.utf8) })
    }

    /// Returns the values with a name prefix, in order; by default, all values.
    func values(behind prefix: String = "") -> [Value] {
        names(behind: prefix).compactMap { values[$0] }
    }

    /// Returns the index of the first name that does not precede the given one.
    private func index(of name: String) -> Int { index { Self.precedes($0, name) } }

    /// Returns the number of the first names that have a property, which the others do not have.
    private func index(_ hasProperty: (String) -> Bool) -> Int {
        var range = 0..<names.count
        while !range.isEmpty {
            let middle = (range.lowerBound + range.upperBound) / 2
            range =
                hasProperty(names[middle])
                ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return range.lowerBound
    }

    private static func precedes(_ left: String, _ right: String) -> Bool {
        left.utf8.lexicographicallyPrecedes(right.utf8)
    }
}
