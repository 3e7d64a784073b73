public import EntityMapper

extension DocumentImport {
    /// The result of an import, by pass and in total.
    public struct Result: Sendable {
        /// The records of a pass, and its result.
        public struct Pass: Sendable {
            /// The format with the root path: `array at 'users'`, `members of 'areas'` or `lines`.
            ///
            /// Values mapped as a whole have the name `document`.
            public let name: String
            /// The result of the pass.
            public let result: ImportOperation.Result
        }

        /// The passes in execution order.
        public let passes: [Pass]

        /// The counts of objects per entity, over the whole import.
        public var counts: [String: MappingCounts] { sum(of: \.counts) }

        /// The counts of this run, excluding earlier runs.
        public var countsOfThisRun: [String: MappingCounts] { sum(of: \.countsOfThisRun) }

        /// The sum over all entities.
        public var total: MappingCounts {
            counts.values.reduce(into: MappingCounts()) { $0 += $1 }
        }

        /// The number of records processed or skipped at all root paths.
        public var records: Int { passes.reduce(0) { $0 + $1.result.records } }

        /// The number of batches saved.
        public var batches: Int { passes.reduce(0) { $0 + $1.result.batches } }

        /// The issues with their positions in the file, by pass.
        public var issues: [MappingIssue] { passes.flatMap(\.result.issues) }

        /// The number of issues in the whole import.
        public var issueCount: Int { passes.reduce(0) { $0 + $1.result.issueCount } }

        /// The number of records that this run has found imported.
        public var resumedRecords: Int {
            passes.reduce(0) { $0 + ($1.result.resumedFrom?.records ?? 0) }
        }

        private func sum(
            of counts: (ImportOperation.Result) -> [String: MappingCounts]
        ) -> [String: MappingCounts] {
            passes.reduce(into: [:]) { sum, pass in
                for (entity, part) in counts(pass.result) {
                    sum[entity, default: MappingCounts()] += part
                }
            }
        }

        /// The combined result, in the form of a single pass.
        var asOne: ImportOperation.Result {
            ImportOperation.Result(
                counts: counts, records: records,
                malformedRecords: passes.reduce(0) { $0 + $1.result.malformedRecords },
                batches: batches, bytes: passes.last?.result.bytes ?? 0, issues: issues,
                issueCount: issueCount,
                resumedFrom: passes.lazy.compactMap(\.result.resumedFrom).first)
        }
    }
}

extension DocumentImport.Result: CustomStringConvertible {
    /// A summary of the records, a table of the counts, and the first issues.
    public var description: String { asOne.description }
}
