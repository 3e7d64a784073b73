/// The prepared statements of a connection: the least recently used are given up.
///
/// A statement is known by its text and the types of its parameters.
struct PreparedStatements {
    private static let capacity = 128

    private var entries: [Key: Entry] = [:]
    private var clock = 0

    struct Key: Hashable {
        let sql: String
        let types: [PostgresType]
    }

    private struct Entry {
        let name: String
        var lastUse: Int
    }

    /// Returns the name of a statement that the server has; `nil` if it is not prepared.
    mutating func name(of key: Key) -> String? {
        clock += 1
        guard let index = entries.index(forKey: key) else { return nil }
        entries.values[index].lastUse = clock
        return entries.values[index].name
    }

    /// Returns the name for a new statement.
    mutating func newName() -> String {
        clock += 1
        return "mercator_\(clock)"
    }

    /// Adds a statement that the server has prepared.
    mutating func add(_ key: Key, _ name: String) {
        entries[key] = Entry(name: name, lastUse: clock)
    }

    /// Removes a statement, which the server refused or no longer has.
    mutating func remove(_ key: Key) {
        entries[key] = nil
    }

    /// Removes the least recently used statement if there is no capacity, and returns its name.
    mutating func makeRoom() -> String? {
        guard entries.count >= PreparedStatements.capacity,
            let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse })
        else { return nil }
        entries[oldest.key] = nil
        return oldest.value.name
    }
}
