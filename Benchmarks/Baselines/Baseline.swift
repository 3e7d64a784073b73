#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// A run that was kept, for later runs to be compared with.
package struct Baseline: Codable, Equatable {
    /// What files of this kind begin to say; a file that says something else is none.
    static let format = "mercator-benchmarks"
    /// Raised when reports change so that earlier ones cannot be compared with.
    package static let version = 1

    let format: String
    let version: Int
    /// When the run ended, to the second.
    let date: Date
    let environment: Environment
    let run: RunReport

    package init(_ run: RunReport, date: Date, environment: Environment) {
        format = Self.format
        version = Self.version
        // Files keep whole seconds, and what is read must equal what was written.
        self.date = Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.down))
        self.environment = environment
        self.run = run
    }

    /// What was found about a title at one size.
    ///
    /// - Returns: `nil` if it was not measured.
    func size(_ records: Int, of title: String) -> SizeReport? {
        run.titles.first { $0.name == title }?.sizes.first { $0.records == records }
    }

    /// Makes sure that everything a run is about to measure can be compared.
    ///
    /// - Throws: ``BenchmarkError`` that names the titles and sizes which are not there.
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
