/// A unit of work to measure, and its contenders: Mercator first, then references.
package struct Title {
    package let name: String
    /// A one-sentence description of the timed work.
    let summary: String
    /// The maximum number of records; more would take too long or too much memory.
    package var largest = 100_000
    /// Indicates whether ten thousand records take more than ten seconds.
    package var isSlow = false
    /// Returns the reason why this machine cannot run the title, or `nil` if it can.
    package var obstacle: () -> String? = { nil }
    /// Creates the workload for the number of records on the pages.
    package let workload: (PagePair) throws -> Workload

    /// All titles, in the order in which they run.
    package static var all: [Title] {
        [
            parse, map, dynamicMapping, deepNestingWide, deepNestingTrees, deepNestingChains,
            transforms, serialize, mapAndSave, mapAgainUnchanged, mapAgainChanged,
            connect, streaming, infer, importInferred, fetch, fetchInMemory, update,
        ] + selections + searches + observations + mapShapes + serializeShapes + identify + [
            preload
        ]
            + parallel + outbox
            + databases
            + remote
    }

    /// The titles about stores in a database, if the package was built with its library.
    private static var databases: [Title] {
        #if canImport(ObjectGraphPostgres)
            postgres
        #else
            []
        #endif
    }

    /// The titles about the network, if the package was built with libcurl.
    private static var remote: [Title] {
        #if canImport(RemoteGraphCurl)
            network
        #else
            []
        #endif
    }

    /// The reason why there are no titles with a name, if there is a known one.
    static func absence(of name: String) -> String? {
        #if !canImport(ObjectGraphPostgres)
            if name.contains("postgres") {
                return "the benchmarks were built without libpq-fe.h: install libpq-dev"
            }
        #endif
        #if !canImport(RemoteGraphCurl)
            if name.contains("network") {
                return "the benchmarks were built without curl/curl.h or zlib.h: install "
                    + "libcurl4-openssl-dev and zlib1g-dev"
            }
        #endif
        return nil
    }

    /// Checks the result of a contender; a benchmark that does not do its work is worthless.
    package static func require(_ condition: Bool, _ message: @autoclosure () -> String) throws {
        guard condition else { throw BenchmarkError(message()) }
    }
}
