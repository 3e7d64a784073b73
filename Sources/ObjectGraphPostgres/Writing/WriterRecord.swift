import ObjectGraph
import ObjectGraphSQL

/// The number of commits of one backend, as a row of `mercator_writers`.
///
/// Each commit raises the number of its own backend, so that no commit waits for that of another
/// backend. The sum of the others tells whether others have committed, and the own number whether
/// a commit has arrived whose answer was lost.
struct WriterRecord {
    static let creation =
        "CREATE TABLE mercator_writers (id bigint PRIMARY KEY, commits bigint NOT NULL)"

    /// The row of the backend; 0 is that of all backends that were closed.
    private let id: Int64
    /// The number of commits that are known to have arrived.
    private var commits: Int64 = 0
    /// Indicates whether it is unknown if the last commit has arrived.
    private(set) var isUnsettled = false

    init() {
        id = Int64.random(in: 1...(.max))
    }

    private static let othersQuestion =
        "SELECT sum(commits)::bigint FROM mercator_writers WHERE id <> $1"

    /// Returns the number of commits of all other backends.
    func others(_ session: any SQLSession) throws(StoreError) -> Int64 {
        try session.number(Self.othersQuestion, [.integer(id)])
    }

    /// Returns the number of commits of all backends, by which two transactions see the same state
    /// if they see the same number.
    static func total(_ session: any SQLSession) throws(StoreError) -> Int64 {
        try session.number("SELECT sum(commits)::bigint FROM mercator_writers", [])
    }

    /// Asks for the number of commits of all other backends.
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
    /// The statement fails by a division by zero if the number is another one than before, which it
    /// is after ``settle(_:)``.
    func raise(_ connection: PostgresConnection) throws(StoreError) {
        try connection.execute(
            "INSERT INTO mercator_writers AS w VALUES ($1, $2) "
                + "ON CONFLICT (id) DO UPDATE SET commits = excluded.commits "
                + "/ CASE WHEN w.commits = $2 - 1 THEN 1 ELSE 0 END",
            [.integer(id), .integer(commits + 1)])
    }

    /// Remembers that the commit has arrived.
    mutating func remember() { commits += 1 }

    /// Remembers that the answer to the commit was lost.
    mutating func forget() { isUnsettled = true }

    /// Determines whether the commit arrived whose answer was lost, and keeps it from arriving
    /// later: the server may still have it before it.
    ///
    /// The number becomes that of two commits if the one in question has not arrived, so that its
    /// transaction fails when it raises the number. If it has raised it already, the statement
    /// waits for the end of that transaction. It may be executed several times.
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

    /// Adds the number to that of all closed backends.
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
