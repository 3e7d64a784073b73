/// The statements of a connection that stay in use between its requests.
struct RunningStatements {
    private var statements: [Int: SQLiteStatement] = [:]
    private var count = 0

    /// The statement with a number, if it is still in use.
    subscript(number: Int) -> SQLiteStatement? { statements[number] }

    /// Adds a statement, and returns its number.
    mutating func add(_ statement: SQLiteStatement) -> Int {
        count += 1
        statements[count] = statement
        return count
    }

    /// Removes and returns the statement with a number.
    mutating func remove(_ number: Int) -> SQLiteStatement? {
        statements.removeValue(forKey: number)
    }

    mutating func removeAll() { statements = [:] }
}
