import ObjectGraph
import ObjectGraphSQL

/// A least recently used cache of the prepared statements of one connection, by their text.
struct StatementCache {
    private let capacity: Int
    private var entries: [String: Entry] = [:]
    private var clock = 0

    private struct Entry {
        let statement: SQLiteStatement
        var lastUse: Int
    }

    init(capacity: Int) {
        self.capacity = capacity
    }

    /// Returns the statement for a text, creating it if it is not in the cache.
    mutating func statement(
        _ sql: String, _ make: () throws(StoreError) -> SQLiteStatement
    ) throws(StoreError) -> SQLiteStatement {
        clock += 1
        if let index = entries.index(forKey: sql) {
            entries.values[index].lastUse = clock
            return entries.values[index].statement
        }
        let statement = try make()
        insert(statement)
        return statement
    }

    /// Adds a statement, and removes the least recently used one if the cache is full.
    mutating func insert(_ statement: SQLiteStatement) {
        clock += 1
        if entries.count >= capacity,
            let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse })
        {
            entries[oldest.key] = nil
        }
        entries[statement.sql] = Entry(statement: statement, lastUse: clock)
    }

    /// Removes and returns the statement for a text.
    mutating func remove(_ sql: String) -> SQLiteStatement? {
        entries.removeValue(forKey: sql)?.statement
    }

    mutating func removeAll() {
        entries = [:]
    }
}
