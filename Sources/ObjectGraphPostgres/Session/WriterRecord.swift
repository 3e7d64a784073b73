package import ObjectGraph
package import ObjectGraphSQL

/// The number of commits of one backend, as a row of `mercator_writers`.
///
/// Each commit increments its own backend's number, so that commits of different backends do not
/// wait for each other. The sum of the other numbers shows concurrent commits; the own number shows
/// whether a commit with a lost response has arrived.
package struct WriterRecord {
    static let creation =
        "CREATE TABLE mercator_writers (id bigint PRIMARY KEY, commits bigint NOT NULL)"

    /// The row of the backend, with the day in its upper bits.
    ///
    /// The row 0 is shared by all closed backends. The other numbers are negative and decrease by
    /// day.
    private let id: Int64
    /// The time at which the row's number was chosen.
    private let start = ContinuousClock.now
    /// The number of commits that are known to have arrived.
    private var commits: Int64 = 0
    /// Indicates whether it is unknown if the last commit has arrived.
    private(set) var isUnsettled = false

    /// Creates a record on a day of the server's clock; see ``today(_:)``.
    package init(day: Int64) {
        id = -(day << Self.dayShift | Int64.random(in: 0..<1 << Self.dayShift))
    }

    /// The number of random bits of an identifier.
    private static let dayShift: Int64 = 47

    /// Indicates whether the row must be replaced, before it is considered abandoned.
    var isOld: Bool { ContinuousClock.now - start > .seconds(86_400) }

    /// Returns the number of the day by the clock of the server.
    package static func today(_ session: any SQLSession) throws(StoreError) -> Int64 {
        try session.number("SELECT floor(extract(epoch FROM now()) / 86400)::bigint", [])
    }

    /// Merges the rows of processes that have ended without closing their backends into row 0.
    ///
    /// A backend uses a row for at most a day, so a row named two days ago is abandoned.
    package static func removeDead(
        _ session: any SQLSession, today: Int64
    ) throws(StoreError) {
        let parameters = (1...2).map(session.parameter)
        let bounds: [SQLValue] = [.integer(-((today - 1) << dayShift)), .integer(0)]
        let areDead = "id > \(parameters[0]) AND id < \(parameters[1])"
        guard
            try session.number(
                "SELECT count(*) FROM mercator_writers WHERE \(areDead)", bounds) > 0
        else { return }
        try session.execute(
            "WITH dead AS (DELETE FROM mercator_writers WHERE \(areDead) RETURNING commits) "
                + "INSERT INTO mercator_writers AS w SELECT 0, sum(commits)::bigint FROM dead "
                + "HAVING count(*) > 0 "
                + "ON CONFLICT (id) DO UPDATE SET commits = w.commits + excluded.commits", bounds)
    }

    private static let othersQuestion =
        "SELECT sum(commits)::bigint FROM mercator_writers WHERE id <> $1"

    /// Returns the number of commits of all other backends.
    func others(_ session: any SQLSession) throws(StoreError) -> Int64 {
        try session.number(Self.othersQuestion, [.integer(id)])
    }

    /// Returns the number of commits of all backends; transactions with equal numbers see equal
    /// states.
    package static func total(_ session: any SQLSession) throws(StoreError) -> Int64 {
        try session.number("SELECT sum(commits)::bigint FROM mercator_writers", [])
    }

    /// Queries the number of commits of all other backends.
    func askForOthers(
        _ connection: PostgresConnection, _ reading: @escaping (Int64) -> Void
    ) throws(StoreError) {
        try connection.send(Self.othersQuestion, PostgresParameters([.integer(id)])) {
            (found) throws(StoreError) in
            reading(found.map { row in row.integer(0) }.first ?? 0)
        }
    }

    /// Raises the number in the transaction of a commit; call ``remember()`` after it.
    ///
    /// The statement fails by a division by zero if the number has changed, as after
    /// ``settle(_:)``.
    package func raise(_ connection: PostgresConnection) throws(StoreError) {
        try connection.execute(
            "INSERT INTO mercator_writers AS w VALUES ($1, $2) "
                + "ON CONFLICT (id) DO UPDATE SET commits = excluded.commits "
                + "/ CASE WHEN w.commits = $2 - 1 THEN 1 ELSE 0 END",
            [.integer(id), .integer(commits + 1)])
    }

    /// Records that the commit has arrived.
    package mutating func remember() { commits += 1 }

    /// Records that the response to the commit was lost.
    mutating func forget() { isUnsettled = true }

    /// Determines whether a commit with a lost response has arrived, and prevents it from arriving
    /// later.
    ///
    /// The number is increased by two commits if the commit in question has not arrived, so that
    /// its transaction fails when it increments the number. If it already has, the statement waits
    /// for the end of that transaction. It may be executed several times.
    mutating func settle(_ session: any SQLSession) throws(StoreError) -> Bool {
        let found = try session.query(
            "INSERT INTO mercator_writers AS w VALUES ($1, $2 + 2) "
                + "ON CONFLICT (id) DO UPDATE "
                + "SET commits = CASE WHEN w.commits = $2 THEN $2 + 2 ELSE w.commits END "
                + "RETURNING commits", [.integer(id), .integer(commits)]
        ) { (row) throws(StoreError) in row.integer(0) }
        let hasArrived = found.first == commits + 1
        commits = found.first ?? commits
        isUnsettled = false
        return hasArrived
    }

    /// Adds the number to row 0 of the closed backends.
    func close(_ connection: PostgresConnection) throws(StoreError) {
        guard commits > 0 else { return }
        try connection.transaction { () throws(StoreError) in
            try connection.execute(
                "INSERT INTO mercator_writers VALUES (0, $1) "
                    + "ON CONFLICT (id) DO UPDATE "
                    + "SET commits = mercator_writers.commits + excluded.commits",
                [.integer(commits)])
            try connection.execute("DELETE FROM mercator_writers WHERE id = $1", [.integer(id)])
        }
    }
}
