/// The result of a ``Goal`` at one size.
package struct GoalReport: Codable, Equatable {
    package let name: String
    package let text: String
    package let measured: Double
    package let limit: Double

    /// Indicates whether the goal is kept.
    package var isKept: Bool { measured <= limit }
}

/// Formats the goals of all titles as one table.
package enum GoalTable {
    private static let columns: [TextTable.Column] = [
        .words("goal"), .words("measured"), .words("verdict"), .numbers("records"),
        .numbers("is"), .numbers("at most"),
    ]

    /// Returns the table, or `nil` if no title has goals.
    package static func text(_ titles: [TitleReport]) -> String? {
        let rows = titles.flatMap { title in
            title.sizes.flatMap { size in
                (size.goals ?? []).map { goal in
                    [
                        goal.name, "\(title.name): \(goal.text)",
                        goal.isKept ? "kept" : "MISSED", "\(size.records)",
                        NumberText.decimal(goal.measured), NumberText.decimal(goal.limit),
                    ]
                }
            }
        }
        guard !rows.isEmpty else { return nil }
        return "Goals: times as multiples of the second one, or numbers.\n\n"
            + TextTable(columns: columns, rows: rows.sorted { $0[0] < $1[0] }).text
    }
}
