public import EntityMapper
import ObjectGraph

extension ImportOperation {
    /// The result of an import.
    ///
    /// Counts include the part before the import was resumed; issues are from this run only.
    public struct Result: Sendable {
        /// The counts of objects per entity, summed over the batches.
        ///
        /// An object counts once for each batch that contains it. `unresolved` counts foreign keys
        /// without a destination when their batch was saved; destinations in later batches have
        /// been connected since.
        public let counts: [String: MappingCounts]
        /// The number of records processed or skipped.
        public let records: Int
        /// The number of records that are not valid JSON.
        public let malformedRecords: Int
        /// The number of batches saved.
        public let batches: Int
        /// The number of bytes processed.
        public let bytes: Int
        /// The issues with their positions in the source, in order, up to the limit of the options.
        public let issues: [MappingIssue]
        /// The total number of issues, including issues beyond the limit.
        public let issueCount: Int
        /// The checkpoint from which the import resumed, or `nil` if it began at the start.
        public let resumedFrom: ImportCheckpoint?

        /// The sum over all entities.
        public var total: MappingCounts {
            counts.values.reduce(into: MappingCounts()) { $0 += $1 }
        }

        /// The counts of this run alone, without the part of the import before it was resumed.
        public var countsOfThisRun: [String: MappingCounts] {
            guard let resumedFrom else { return counts }
            return counts.reduce(into: [:]) { rest, part in
                rest[part.key] = part.value - (resumedFrom.counts[part.key] ?? MappingCounts())
            }
        }

        /// Throws if there are issues.
        ///
        /// - Throws: ``ImportError`` with code `issuesFound` and the first issues.
        public func requireNoIssues() throws(ImportError) {
            guard issueCount > 0 else { return }
            let lines = TextLines(issues, of: issueCount).bulleted
            throw ImportError(
                .issuesFound, "the import has \(TextLines.count(issueCount, "issue")):\n\(lines)")
        }
    }
}

extension ImportOperation.Result: CustomStringConvertible, CustomReflectable {
    /// A summary of the records, a table of the counts, and the first issues.
    public var description: String {
        let head =
            "\(TextLines.count(records, "record")) in \(TextLines.count(batches, "batch"))"
            + (malformedRecords > 0 ? ", \(malformedRecords) not JSON" : "")
        return counts.report(head, issues, of: issueCount)
    }

    /// The numbers, and the first issues.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "total": total, "records": records, "malformedRecords": malformedRecords,
                "batches": batches, "bytes": bytes, "issues": Array(issues.prefix(5)),
                "issueCount": issueCount,
            ])
    }
}

extension ImportOperation: CustomStringConvertible, CustomReflectable {
    /// The mappings as a table.
    public var description: String { "ImportOperation, \(plan)" }
    /// The plan, the format and the options.
    public var customMirror: Mirror {
        Mirror(self, children: ["plan": plan, "format": format, "options": options])
    }
}
