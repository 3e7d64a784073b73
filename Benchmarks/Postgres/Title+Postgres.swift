extension Title {
    /// The titles about a store in a PostgreSQL database.
    static var postgres: [Title] {
        [
            postgresCommitNew, postgresCommitChanged, postgresMapAgain, postgresLookUp,
            postgresImport, postgresConnect, postgresProcesses,
        ]
    }
}
