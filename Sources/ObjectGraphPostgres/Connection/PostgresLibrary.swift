import MercatorCPostgres
package import ObjectGraph

/// The libpq that the process is linked with, which may differ from the headers of the build.
package struct PostgresLibrary: Sendable {
    /// The version in libpq's format: 150 018 for 15.18.
    package let version: Int

    /// Creates a description of a library.
    package init(version: Int) {
        self.version = version
    }

    /// The library of this process.
    package static let current = PostgresLibrary(version: Int(PQlibVersion()))

    /// The least supported version, which is the first with pipelines.
    package static let minimumVersion = 14

    /// The error for a library that stores cannot use; `nil` if they can.
    package var problem: StoreError? {
        guard version < PostgresLibrary.minimumVersion * 10_000 else { return nil }
        return StoreError(
            .unsupported,
            "libpq \(PostgresLibrary.minimumVersion) or later is needed, this process is linked "
                + "with \(PostgresLibrary.text(version)); link a newer one")
    }

    /// Returns the text of a version of the library or of a server, such as `15.18`.
    static func text(_ version: Int) -> String {
        // Before version 10, the second number was part of the major version.
        version >= 100_000
            ? "\(version / 10_000).\(version % 10_000)"
            : "\(version / 10_000).\(version / 100 % 100).\(version % 100)"
    }
}
