/// The checkpoints of a store in memory: texts by name, in the order of the UTF-8 of their names.
struct MemoryCheckpoints: Sendable {
    private var texts: [String: String] = [:]
    /// The names in order.
    private var names: [String] = []

    /// The text of a checkpoint; `nil` if there is none.
    ///
    /// - Complexity: O(1) to read and to replace, O(*n*) to add and to remove.
    subscript(name: String) -> String? {
        get { texts[name] }
        set {
            let old = texts[name]
            texts[name] = newValue
            guard (old == nil) != (newValue == nil) else { return }
            let index = self.index(of: name)
            if newValue == nil { names.remove(at: index) } else { names.insert(name, at: index) }
        }
    }

    /// Returns the names that begin with a prefix, in order.
    ///
    /// - Complexity: O(log *n*) and the number of names.
    func names(behind prefix: String) -> ArraySlice<String> {
        let start = index(of: prefix)
        let rest = names[start...]
        return rest.prefix { $0.utf8.starts(with: prefix.utf8) }
    }

    /// Returns the index of the first name that does not precede the given one.
    private func index(of name: String) -> Int {
        var range = 0..<names.count
        while !range.isEmpty {
            let middle = (range.lowerBound + range.upperBound) / 2
            range =
                names[middle].utf8.lexicographicallyPrecedes(name.utf8)
                ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return range.lowerBound
    }
}
