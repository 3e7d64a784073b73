package import ObjectGraph

/// A column of a table of counts, named like a property of `MappingCounts`.
package enum CountColumn: String, CaseIterable {
    case inserted, updated, unchanged, deleted, connected, cleared, unresolved, failed, repeated
    case disallowed, unidentified

    /// Returns the count for the column.
    package func value(in counts: MappingCounts) -> Int {
        switch self {
        case .inserted: counts.inserted
        case .updated: counts.updated
        case .unchanged: counts.unchanged
        case .deleted: counts.deleted
        case .connected: counts.connected
        case .cleared: counts.cleared
        case .unresolved: counts.unresolved
        case .failed: counts.failed
        case .repeated: counts.repeated
        case .disallowed: counts.disallowed
        case .unidentified: counts.unidentified
        }
    }

    /// Indicates whether a table shows the column even if all its counts are zero.
    private var isUsual: Bool {
        switch self {
        case .cleared, .disallowed, .unidentified: false
        default: true
        }
    }

    /// Returns the usual columns, and the others with nonzero counts.
    fileprivate static func shown(for counts: MappingCounts) -> [CountColumn] {
        allCases.filter { $0.isUsual || $0.value(in: counts) != 0 }
    }
}

extension TextTable {
    /// Creates a table with a row for each entity with counts, in alphabetical order, and a total.
    ///
    /// - Parameters:
    ///   - counts: The counts by entity.
    ///   - columns: The columns; by default the usual columns and all others with nonzero counts.
    ///   - limit: The maximum number of entities shown.
    package init(
        _ counts: [String: MappingCounts], columns: [CountColumn]? = nil,
        limit: Int = .max
    ) {
        let total = counts.values.reduce(into: MappingCounts()) { $0 += $1 }
        let columns = columns ?? CountColumn.shown(for: total)
        let entities = counts.filter { $0.value != MappingCounts() }.sorted { $0.key < $1.key }
        let rest = entities.count - min(entities.count, limit)
        let lines =
            entities.prefix(limit).map { ($0.key, $0.value) }
            + [(rest > 0 ? "all, \(rest) more" : "all", total)]
        self.init(
            [""] + columns.map(\.rawValue),
            rows: lines.map { name, counts in
                [name] + columns.map { "\($0.value(in: counts))" }
            })
    }
}

extension MappingCounts: CustomStringConvertible {
    /// The nonzero counts, such as `2 inserted, 1 updated`; `nothing` if all are zero.
    public var description: String {
        let parts = CountColumn.allCases.map { (count: $0.value(in: self), $0.rawValue) }
            .filter { $0.count != 0 }.map { "\($0) \($1)" }
        return parts.isEmpty ? "nothing" : parts.joined(separator: ", ")
    }
}

extension [String: MappingCounts] {
    /// Returns a headline, a table of the nonzero counts, and the first issues.
    package func report(_ head: String, _ issues: [MappingIssue], of issueCount: Int) -> String {
        let found =
            issueCount == 0
            ? []
            : [
                TextLines.count(issueCount, "issue") + ":",
                TextLines(issues, of: issueCount).bulleted,
            ]
        return ([head] + [shortTable].compactMap { $0 } + found).joined(separator: "\n")
    }

    /// A table of the columns with nonzero totals; `nil` if there are none.
    private var shortTable: String? {
        let total = values.reduce(into: MappingCounts()) { $0 += $1 }
        let columns = CountColumn.allCases.filter { $0.value(in: total) != 0 }
        return columns.isEmpty ? nil : TextTable(self, columns: columns, limit: 20).description
    }
}
