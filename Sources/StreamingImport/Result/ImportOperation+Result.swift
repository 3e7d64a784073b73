public import EntityMapper
import ObjectGraph

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
            let lines = TextLines(issues, of: issueCount).bulleted
            throw ImportError(
                .issuesFound, "the import has \(TextLines.count(issueCount, "issue")):\n\(lines)")
        }
    }
}

extension ImportOperation.Result: CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// How much was read, a table of the counts, and the first issues.
    public var description: String {
        let head =
            "\(TextLines.count(records, "record")) in \(batches == 1 ? "1 batch" : "\(batches) batches")"
            + (malformedRecords > 0 ? ", \(malformedRecords) not JSON" : "")
        return counts.report(head, issues, of: issueCount)
    }

    /// How much was read, a table of the counts, and the first issues.
    public var debugDescription: String { description }

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

extension ImportOperation: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable
{
    /// The mappings, as a table.
    public var description: String { "ImportOperation, \(plan)" }
    /// The mappings, as a table.
    public var debugDescription: String { description }
    /// The plan, the format and the options.
    public var customMirror: Mirror {
        Mirror(self, children: ["plan": plan, "format": format, "options": options])
    }
}
