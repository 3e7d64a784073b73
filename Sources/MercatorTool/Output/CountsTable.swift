import Mercator

/// The counts of a result in columns; the names are those of `MappingCounts`.
enum CountColumn: String, CaseIterable {
    case inserted, updated, unchanged, deleted, connected, unresolved, failed, repeated

    func value(in counts: MappingCounts) -> Int {
        switch self {
        case .inserted: counts.inserted
        case .updated: counts.updated
        case .unchanged: counts.unchanged
        case .deleted: counts.deleted
        case .connected: counts.connected
        case .unresolved: counts.unresolved
        case .failed: counts.failed
        case .repeated: counts.repeated
        }
    }
}

extension Table {
    /// A row for each entity that something happened to, in alphabetical order, and the sum.
    init(_ counts: [String: MappingCounts]) {
        let total = counts.values.reduce(into: MappingCounts()) { $0 += $1 }
        let lines =
            counts.filter { $0.value != MappingCounts() }.sorted { $0.key < $1.key }
            + [("all", total)]
        self.init(
            [""] + CountColumn.allCases.map(\.rawValue),
            rows: lines.map { name, counts in
                [name] + CountColumn.allCases.map { "\($0.value(in: counts))" }
            })
    }
}
