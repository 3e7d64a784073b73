import MercatorPayload
import ObjectGraph

/// Finds mapped paths that are probably misspelt.
///
/// No record has such a path, and at least one record has a similar, unmapped key.
struct AbsenceSearch {
    private let graph: RecordGraph

    init(_ graph: RecordGraph) { self.graph = graph }

    /// A line for each such attribute, in debug builds; empty in others.
    ///
    /// A misspelt path is a mistake of development. Comparing names with the keys of a record costs
    /// more than mapping a small payload, and would be repeated for each batch of an import.
    ///
    /// - Complexity: O(records) for each path that the first record lacks, while it has a similar
    ///   key; else O(records) in all.
    var lines: [String] {
        #if DEBUG
            var isKnown = Array(repeating: false, count: graph.plan.entities.count)
            var lines: [String] = []
            for (number, record) in graph.records.elements.enumerated()
            where !isKnown[record.plan] && !record.isIdentifier && !record.hasFailed {
                isKnown[record.plan] = true
                lines += self.lines(RecordIndex(number))
            }
            return lines
        #else
            return []
        #endif
    }

    /// Searches for the paths that the first record of an entity lacks.
    private func lines(_ first: RecordIndex) -> [String] {
        let record = graph.records[first]
        let plan = graph.plan(of: record)
        return plan.attributes.indices.compactMap { number -> String? in
            guard graph.field(number, of: record).position == nil else { return nil }
            let path = plan.paths[number]
            let representation = PayloadValue(
                graph.document, at: record.representation.position)
            guard let nearest = MissingKey(path, in: representation).nearest,
                !plan.paths.contains(where: { $0.components.starts(with: nearest.components) }),
                !isFound(number, in: record.plan)
            else { return nil }
            return "- \(plan.layout.name).\(plan.attributes[number].name): no '\(path)' in any "
                + "record (did you mean '\(nearest)'?)"
        }
    }

    private func isFound(_ number: Int, in plan: PlanIndex) -> Bool {
        graph.records.elements.contains { record in
            record.plan == plan && graph.field(number, of: record).position != nil
        }
    }
}
