public import EntityMapper

extension ImportOperation {
    /// What came of an import.
    ///
    /// Counts are those of the whole import, what was saved before it was resumed included; issues are
    /// those of this run.
    public struct Result: Sendable {
        /// How many objects of each entity did what, summed over the batches.
        ///
        /// An object counts once for each batch it is in. `unresolved` counts foreign keys that had no
        /// destination when their batch was saved: what came later has connected to them.
        public let counts: [String: MappingCounts]
        /// How many records were passed, those included that were left out.
        public let records: Int
        /// How many of them are not JSON.
        public let malformedRecords: Int
        /// How many batches were saved.
        public let batches: Int
        /// How many bytes of the source were read.
        public let bytes: Int
        /// What did not fit, with its place in the source, in its order; at most as many as the options
        /// keep.
        public let issues: [MappingIssue]
        /// How many issues there were in the whole import, the ones that were not kept included.
        public let issueCount: Int
        /// Where the import went on; `nil` if it began at the start.
        public let resumedFrom: ImportCheckpoint?

        /// The sum over all entities.
        public var total: MappingCounts {
            counts.values.reduce(into: MappingCounts()) { $0 += $1 }
        }

        /// Throws if anything did not fit.
        ///
        /// - Throws: ``ImportError`` with code `issuesFound` and the first issues.
        public func requireNoIssues() throws(ImportError) {
            guard issueCount > 0 else { return }
            let shown = issues.prefix(10).map { "- \($0)" }.joined(separator: "\n")
            let count = issueCount == 1 ? "1 issue" : "\(issueCount) issues"
            throw ImportError(.issuesFound, "the import has \(count):\n\(shown)")
        }
    }
}
