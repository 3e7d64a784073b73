package import MappingInference
import ObjectGraph

/// The reasons of decisions, as printed by `mercator infer --why`.
///
/// ```text
/// Comment.postID connects to Post.postID                 rule K2, 1.00
///   100 of 100 values found
///   rather than Todo.todoID, 0.55: 40 of 100 values found
///   undo it: --no-connect Comment.postID
/// ```
package struct DecisionList: CustomStringConvertible {
    private let decisions: [InferenceDecision]
    private let width: Int
    /// Indicates whether the origin of decisions is shown: of a description or of payloads.
    private let showsOrigin: Bool

    /// Creates a list.
    ///
    /// - Parameters:
    ///   - inferred: The result of an inference.
    ///   - name: An entity, a property such as `Comment.postID`, or a path; `nil` for all
    ///     decisions.
    ///   - width: The number of terminal columns.
    /// - Throws: ``UnknownSubject`` if there are no decisions about the name.
    package init(
        _ inferred: InferredMapping, about name: String? = nil, width: Int = 100
    ) throws(UnknownSubject) {
        self.width = max(width, 40)
        showsOrigin = !inferred.routes.isEmpty
        guard let name else {
            decisions = inferred.decisions
            return
        }
        decisions = Self.decisions(of: inferred, about: name)
        guard decisions.isEmpty else { return }
        let properties = inferred.entities.flatMap { entity in
            [entity.name] + entity.attributes.map { "\(entity.name).\($0.name)" }
                + entity.relationships.map { "\(entity.name).\($0.name)" }
        }
        throw UnknownSubject(
            name: name, known: Set(properties + inferred.decisions.map(\.subject)).sorted())
    }

    /// Returns the decisions about a name, or about a path's entities if it has none.
    private static func decisions(
        of inferred: InferredMapping, about name: String
    ) -> [InferenceDecision] {
        let own = inferred.decisions.filter { $0.concerns(name) }
        guard own.isEmpty else { return own }
        let evident = inferred.entities.flatMap { $0.evidentDecisions(about: name) }
        guard evident.isEmpty else { return evident }
        let entities = inferred.entities.filter { $0.isAt(name) }.map(\.name)
        return inferred.decisions.filter { decision in
            entities.contains { decision.concerns($0) }
        }
    }

    /// The text of the decisions.
    package var description: String {
        guard !decisions.isEmpty else { return "nothing was decided" }
        return decisions.map(text).joined(separator: "\n")
    }

    /// The rules of the decisions with descriptions, in order of code.
    package var rules: [String] {
        let used = Set(decisions.map(\.inferenceRule))
        return InferenceRule.allCases.filter(used.contains).flatMap { rule in
            let text = "\(rule.title): \(rule.sentence) For example: \(rule.example)"
            return TerminalText.wrapped(text, to: width - 6).enumerated().map {
                ($0.offset == 0 ? TerminalText.padded(rule.code, to: 4) : "    ") + "  "
                    + $0.element
            }
        }
    }

    private func text(_ decision: InferenceDecision) -> String {
        let state = decision.isApplied ? "" : ", possible, not done"
        let head = "\(decision.subject) \(decision.outcome)".escapingControls
        let origin = showsOrigin ? ", \(decision.origin.rawValue)" : ""
        let rule =
            "rule \(decision.rule), \(Wording.confidence(decision.confidence))\(state)\(origin)"
        var details = decision.evidence.map { Wording.evidence([$0]) }
        details += decision.rivals.map {
            "rather than \($0.outcome), \(Wording.confidence($0.confidence)): \($0.reason)"
        }
        if !decision.override.isEmpty {
            details.append((decision.isApplied ? "undo it: " : "do it: ") + decision.override)
        }
        let first =
            head.displayWidth + 2 + rule.count <= width
            ? [TerminalText.padded(head, to: min(56, width - rule.count - 2)) + "  " + rule]
            : TerminalText.wrapped(head, to: width) + ["  " + rule]
        let lines = details.flatMap { detail in
            TerminalText.wrapped(detail.escapingControls, to: width - 4).enumerated()
                .map { ($0.offset == 0 ? "  " : "    ") + $0.element }
        }
        return (first + lines).joined(separator: "\n")
    }
}

/// An error for a name without decisions.
package struct UnknownSubject: Error, Equatable, CustomStringConvertible {
    package let name: String
    /// The known entities and subjects.
    package let known: [String]

    package var description: String {
        "nothing was decided about '\(name.escapingControls)'"
            + Suggestion.text(for: name, among: known)
    }
}

extension InferenceDecision {
    /// Tests whether a name equals or contains the subject.
    fileprivate func concerns(_ name: String) -> Bool {
        guard subject.hasPrefix(name) else { return false }
        return subject.count == name.count
            || [".", "[", "{"].contains(subject.dropFirst(name.count).first)
    }
}
