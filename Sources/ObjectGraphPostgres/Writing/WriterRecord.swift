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
    private(set) var commits: Int64 = 0

    init() {
        id = Int64.random(in: 1...(.max))
    }

    private static let othersQuestion =
        "SELECT sum(commits)::bigint FROM mercator_writers WHERE id <> $1"

    /// Returns the number of commits of all other backends.
    func others(_ session: any SQLSession) throws(StoreError) -> Int64 {
        try session.number(Self.othersQuestion, [.integer(id)])
    }

    /// Asks for the number of commits of all other backends.
    func askForOthers(_ pipeline: inout PostgresPipeline) throws(StoreError) {
        try pipeline.send(Self.othersQuestion, PostgresParameters([.integer(id)]))
    }

    /// Raises the number in the transaction of a commit; call ``remember()`` after it.
    func raise(_ pipeline: inout PostgresPipeline) throws(StoreError) {
        try pipeline.send(
            "INSERT INTO mercator_writers VALUES ($1, $2) "
                + "ON CONFLICT (id) DO UPDATE SET commits = excluded.commits",
            PostgresParameters([.integer(id), .integer(commits + 1)]))
    }

    /// Remembers that the commit has arrived.
    mutating func remember() { commits += 1 }

    /// Determines whether the commit arrived whose answer was lost.
    ///
    /// The statement waits until the transaction of the lost connection has ended, if the server
    /// has not noticed yet.
    func hasArrived(_ session: any SQLSession) throws(StoreError) -> Bool {
        try session.number(
            "SELECT commits FROM mercator_writers WHERE id = $1 FOR UPDATE", [.integer(id)])
            > commits
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
