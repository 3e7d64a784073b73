import ConnectionEvaluation
import EntityMapper
import MappingInference
import ModelGeneration
import ObjectGraph

/// The decisions, issues and unresolved foreign keys of a report.
extension HTMLReport {
    /// The minimum confidence of a decision that needs no review.
    private static let certainty = 0.8
    private static let issuesPerKind = 5

    var decisions: Markup {
        let doubtful = contents.decisions.filter { $0.confidence < Self.certainty }
        guard !doubtful.isEmpty else {
            return .paragraph(
                contents.isStoreAlone
                    ? "A store keeps its mapping without the evidence; a page by infer or import "
                        + "has it."
                    : "No decision has a confidence below 0.80.")
        }
        let rows = doubtful.prefix(Self.rowLimit).map { decision in
            [
                Markup.code(decision.subject), .text(decision.outcome), .text(decision.rule),
                .text(Wording.evidence(decision.evidence)),
                .text(Wording.confidence(decision.confidence)),
                .text(decision.isApplied ? "done" : "possible, not done"), .code(decision.override),
            ]
        }
        let table = Markup.table(
            "Decisions with a confidence below 0.80, and the flag that changes each",
            ["Subject", "Decision", "Rule", "Evidence", "Confidence", "State", "Change it"], rows,
            numeric: [4])
        return .lines([table] + rest(doubtful.count, "decision") + [rules(of: doubtful)])
    }

    /// Returns the rules of decisions with their descriptions.
    private func rules(of decisions: [InferenceDecision]) -> Markup {
        let used = Set(decisions.map(\.inferenceRule))
        return .table(
            "The rules of these decisions", ["Rule", "Name", "What it says", "Example"],
            InferenceRule.allCases.filter(used.contains).map { rule in
                [.text(rule.code), .text(rule.title), .text(rule.sentence), .code(rule.example)]
            })
    }

    var issues: Markup {
        guard contents.issueCount > 0 else {
            if contents.isStoreAlone {
                return .paragraph("A store keeps no issues; a page by import has them.")
            }
            return .paragraph(
                contents.counts.isEmpty ? "Nothing was imported." : "There are no issues.")
        }
        let kinds = Dictionary(grouping: contents.issues) { $0.code.description }
            .sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
        let tables = kinds.map { kind, issues in
            let rows = issues.prefix(Self.issuesPerKind).map { issue in
                let subject = issue.property.map { "\(issue.entity).\($0)" } ?? issue.entity
                let line = issue.line > 0 ? ", line \(issue.line.grouped())" : ""
                let found: [Markup] =
                    contents.showsValues ? [.text(shown(issue.found, issue.property))] : []
                let location = Markup.element(
                    "span", [:], .code(issue.path.isEmpty ? "the top" : issue.path), .text(line))
                return [Markup.code(subject), .text(issue.expected)] + found + [location]
            }
            let found = contents.showsValues ? ["Found"] : []
            return Markup.table(
                "\(kind): \(Wording.count(issues.count, "issue"))",
                ["Property", "Expected"] + found + ["First places"], rows)
        }
        let hidden = contents.issueCount - contents.issues.count
        let rest =
            hidden > 0
            ? [Markup.paragraph("and \(Wording.count(hidden, "more issue")), not listed by kind.")]
            : []
        return .lines(
            [.paragraph(Wording.count(contents.issueCount, "issue") + " in all.")] + tables + rest)
    }

    var openKeys: Markup {
        let open = contents.openKeys.filter { $0.count > 0 }
        guard !open.isEmpty else { return .paragraph("There are no open keys.") }
        let rows = open.prefix(Self.rowLimit).map { connection in
            let keys = connection.keys.prefix(3).map { key in
                key.values.sorted { $0.key < $1.key }
                    .map { "\($0.key) \(shown($0.value.description, $0.key))" }
                    .joined(separator: ", ")
            }
            let examples = keys.joined(separator: "; ") + (connection.keys.count > 3 ? " …" : "")
            return [
                Markup.code("\(connection.entity).\(connection.relationship)"),
                .text(connection.count.grouped()), .text(connection.keys.count.grouped()),
            ] + (contents.showsValues ? [.code(examples)] : [])
        }
        let table = Markup.table(
            "Foreign keys whose objects are not in the store yet",
            ["Relationship", "Objects", "Keys"] + (contents.showsValues ? ["First keys"] : []),
            rows,
            numeric: [1, 2])
        return .lines(
            [
                table, .paragraph("Later payloads that contain the objects connect them."),
            ] + rest(open.count, "relationship"))
    }

    /// Returns a property's value, masked if sensitive.
    private func shown(_ value: String, _ property: String?) -> String {
        Sensitivity.masked(example: value, name: property ?? "")
    }
}
