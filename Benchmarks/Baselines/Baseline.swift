#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// A saved run for comparison with later runs.
package struct Baseline: Codable, Equatable {
    /// The format identifier at the beginning of a baseline file.
    static let format = "mercator-benchmarks"
    /// Incremented whenever reports change incompatibly.
    package static let version = 1

    let format: String
    let version: Int
    /// The end of the run, in whole seconds.
    let date: Date
    let environment: Environment
    let run: RunReport

    package init(_ run: RunReport, date: Date, environment: Environment) {
        format = Self.format
        version = Self.version
        // Files store whole seconds, and a baseline read back must equal the one written.
        self.date = Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.down))
        self.environment = environment
        self.run = run
    }

    /// Returns the report of a title at one size.
    ///
    /// - Returns: The report, or `nil` if the title was not measured at that size.
    func size(_ records: Int, of title: String) -> SizeReport? {
        run.titles.first { $0.name == title }?.sizes.first { $0.records == records }
    }

    /// Checks that the baseline contains everything the run is about to measure.
    ///
    /// - Throws: ``BenchmarkError`` with the missing titles and sizes.
    package func require(_ wanted: [(title: Title, sizes: [Int])]) throws {
        for (title, sizes) in wanted {
            guard let known = run.titles.first(where: { $0.name == title.name }) else {
                let names = run.titles.map(\.name).joined(separator: ", ")
                throw BenchmarkError(
                    """
                    the baseline has no title '\(title.name)'; it has \(names). Choose with \
                    --filter, or save another baseline
                    """)
            }
            for size in sizes where !known.sizes.contains(where: { $0.records == size }) {
                let known = known.sizes.map { "\($0.records)" }.joined(separator: ", ")
                throw BenchmarkError(
                    """
                    the baseline has '\(title.name)' with \(known) records, not with \(size). \
                    Choose with --sizes, or save another baseline
                    """)
            }
        }
    }
}
