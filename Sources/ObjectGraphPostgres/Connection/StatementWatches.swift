import ObjectGraphSQL

/// The statements of a connection whose answers have not arrived, with the time of each.
///
/// The server executes them in order, so each begins with the answer to the one before.
struct StatementWatches {
    private var statements: [(sql: String, start: ContinuousClock.Instant)] = []
    private var lastEnd: ContinuousClock.Instant?

    mutating func start(_ sql: String) { statements.append((sql, .now)) }

    /// Ends the first statement; `nil` if there is none.
    mutating func end() -> (sql: String, duration: Duration)? {
        guard !statements.isEmpty else { return nil }
        let (sql, start) = statements.removeFirst()
        let end = ContinuousClock.now
        defer { lastEnd = end }
        return (sql, max(start, lastEnd ?? start).duration(to: end))
    }
}

extension PostgresConnection {
    /// Records a statement that is sent.
    func noteStart(_ sql: String) {
        hooks.note(sql)
        measure(sql)
    }

    /// Begins to measure a statement, if statements are profiled.
    func measure(_ sql: String) {
        if hooks.profile != nil { watches.start(sql) }
    }

    /// Reports the first statement that was not answered yet; without rows, it was not executed.
    func noteEnd(_ rows: Int?) {
        guard let profile = hooks.profile, let (sql, duration) = watches.end(), let rows else {
            return
        }
        profile(StatementProfile(sql: sql, duration: duration, rowCount: rows))
    }
}
