/// The program `psql`.
package enum PostgresShell {
    /// Executes statements, and returns a line for each row of the last, with columns separated by
    /// bars.
    package static func run(_ sql: String, _ connectionString: String) throws -> String {
        guard let installation = PostgresInstallation.find() else {
            throw PostgresTestServer.Failure(description: "no psql: install postgresql")
        }
        let output = try Command(
            installation.folder + "/psql",
            ["--no-psqlrc", "--quiet", "--no-align", "--tuples-only", "-c", sql, connectionString]
        ).output()
        return output.hasSuffix("\n") ? String(output.dropLast()) : output
    }
}
