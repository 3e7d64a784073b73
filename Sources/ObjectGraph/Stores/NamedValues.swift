/// Values by name, in the order of the UTF-8 of their names.
///
/// They lie in chunks, so that a copy shares those that are not written afterwards.
///
/// - Complexity: O(log *n*) to read and to write; a copy costs O(*n*/256).
struct NamedValues<Value: Sendable>: Sendable {
    private struct Entry: Sendable {
        let name: String
        var value: Value
    }

    /// The length at which a chunk is divided.
    private static var chunkLimit: Int { 512 }

    /// The entries in order; no chunk is empty.
    private var chunks: [[Entry]] = []

    /// The value with a name; `nil` if it is absent.
    subscript(name: String) -> Value? {
        get {
            let (chunk, index) = position(of: name)
            return hasEntry(name, chunk, index) ? chunks[chunk][index].value : nil
        }
        set {
            let (chunk, index) = position(of: name)
            switch (hasEntry(name, chunk, index), newValue) {
            case (true, let value?): chunks[chunk][index].value = value
            case (true, nil):
                chunks[chunk].remove(at: index)
                if chunks[chunk].isEmpty { chunks.remove(at: chunk) }
            case (false, let value?): insert(Entry(name: name, value: value), chunk, index)
            case (false, nil): break
            }
        }
    }

    /// Returns the names that begin with a prefix, in order.
    ///
    /// - Complexity: O(log *n*) and O(1) for each of them.
    func names(behind prefix: String) -> [String] { entries(behind: prefix).map(\.name) }

    /// Returns the values with a name prefix, in order; by default, all values.
    func values(behind prefix: String = "") -> [Value] { entries(behind: prefix).map(\.value) }

    /// Returns the last value with a name prefix that has a property; `nil` if there is none.
    ///
    /// - Complexity: O(log *n*), and O(1) for each of the last values without the property.
    func last(
        behind prefix: String, where isWanted: (Value) -> Bool = { _ in true }
    ) -> (name: String, value: Value)? {
        var (chunk, index) = position {
            Self.precedes($0, prefix) || $0.utf8.starts(with: prefix.utf8)
        }
        while chunk > 0 || index > 0 {
            if index == 0 {
                chunk -= 1
                index = chunks[chunk].count
            }
            index -= 1
            let entry = chunks[chunk][index]
            guard entry.name.utf8.starts(with: prefix.utf8) else { return nil }
            if isWanted(entry.value) { return (entry.name, entry.value) }
        }
        return nil
    }

    private func entries(behind prefix: String) -> [Entry] {
        let start = position(of: prefix)
        var found: [Entry] = []
        for (number, chunk) in chunks[start.chunk...].enumerated() {
            for entry in chunk[(number == 0 ? start.index : 0)...] {
                guard entry.name.utf8.starts(with: prefix.utf8) else { return found }
                found.append(entry)
            }
        }
        return found
    }

    private func hasEntry(_ name: String, _ chunk: Int, _ index: Int) -> Bool {
        chunk < chunks.count && index < chunks[chunk].count
            && chunks[chunk][index].name.hasSameBytes(as: name)
    }

    private mutating func insert(_ entry: Entry, _ chunk: Int, _ index: Int) {
        guard chunk < chunks.count else {
            // A name above all others belongs to the last chunk, if there is one.
            if chunks.isEmpty { chunks.append([]) }
            return insert(entry, chunks.count - 1, chunks[chunks.count - 1].count)
        }
        chunks[chunk].insert(entry, at: index)
        guard chunks[chunk].count >= Self.chunkLimit else { return }
        let middle = Self.chunkLimit / 2
        chunks.insert(Array(chunks[chunk][middle...]), at: chunk + 1)
        chunks[chunk].removeSubrange(middle...)
    }

    /// Returns the position of the first name that does not precede the given one.
    private func position(of name: String) -> (chunk: Int, index: Int) {
        position { Self.precedes($0, name) }
    }

    /// Returns the position after the first names with a property, which the others do not have.
    private func position(_ hasProperty: (String) -> Bool) -> (chunk: Int, index: Int) {
        let chunk = Self.count(of: chunks) { hasProperty($0[$0.count - 1].name) }
        guard chunk < chunks.count else { return (chunk, 0) }
        return (chunk, Self.count(of: chunks[chunk]) { hasProperty($0.name) })
    }

    /// Returns the number of the first elements with a property, which the others do not have.
    private static func count<Element>(
        of elements: [Element], where hasProperty: (Element) -> Bool
    ) -> Int {
        var range = 0..<elements.count
        while !range.isEmpty {
            let middle = (range.lowerBound + range.upperBound) / 2
            range =
                hasProperty(elements[middle])
                ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return range.lowerBound
    }

    private static func precedes(_ left: String, _ right: String) -> Bool {
        left.utf8.lexicographicallyPrecedes(right.utf8)
    }
}
