import EntityMapper

extension MappingExplanation: CustomStringConvertible {
    /// The explanation as a report, with failures and warnings first.
    public var description: String {
        let parts = [
            [headline], failure.map { ["", "The operation fails: \($0)"] } ?? [], warningLines,
            rootLines, mappings.flatMap(\.lines), connectionLines, issueLines, recordLines,
        ]
        return parts.joined().joined(separator: "\n")
    }

    private var headline: String {
        "\(count(recordCount, "record")), \(count(issueCount, "issue")); nothing was changed"
    }

    private var warningLines: [String] {
        warnings.isEmpty ? [] : ["", "Warnings"] + warnings.map { "  \($0)" }
    }

    private var rootLines: [String] {
        ["", "Root paths"]
            + roots.map { root in
                "  \(root.path) → \(root.mapping)"
                    + (root.isFound ? "" : ": not in the payload\(advice(root.suggestion))")
            }
            + unmappedKeys.prefix(20).map {
                "  not mapped: \($0.path) (line \($0.line))\(advice($0.suggestion))"
            }
    }

    private var connectionLines: [String] {
        guard !openConnections.isEmpty else { return [] }
        return ["", "Open connections"]
            + openConnections.map { connection in
                let more = connection.keyCount > connection.examples.count ? "; …" : ""
                return "  \(connection.entity).\(connection.relationship): "
                    + "\(count(connection.objectCount, "object")) without a destination ("
                    + connection.examples.joined(separator: "; ") + more + ")"
            }
    }

    private var issueLines: [String] {
        guard issueCount > 0 else { return [] }
        let shown = issues.prefix(20)
        let more = issueCount > shown.count ? ["  and \(issueCount - shown.count) more"] : []
        return ["", "Issues"] + shown.map { "  \($0)" } + more
    }

    private var recordLines: [String] {
        guard !records.isEmpty else { return [] }
        let more = recordCount - records.count
        return ["", "Records"] + records.flatMap(\.lines)
            + (more > 0 ? ["  and \(count(more, "more record"))"] : [])
    }
}

extension MappingExplanation.Mapping {
    fileprivate var lines: [String] {
        guard recordCount > 0 else { return ["", "\(title): no record"] }
        let failed = failedCount > 0 ? ", \(failedCount) failed" : ""
        let more = unmappedKeyCount - min(unmappedKeys.count, 20)
        return ["", "\(title): \(count(recordCount, "record"))\(failed)"] + identityLines
            + properties.map { "  \($0)" }
            + unmappedKeys.prefix(20).map { "  not mapped: \($0)" }
            + (more > 0 ? ["  not mapped: \(count(more, "more key"))"] : [])
    }

    private var identityLines: [String] {
        guard let identification, identification.isEmpty else { return [] }
        return insertsAlways
            ? ["  no identification: every record is new"]
            : ["  no identification: records take over what is there, in order"]
    }

    private var title: String { name == entity ? name : "\(name) (\(entity))" }
}

extension MappingExplanation.PropertySummary: CustomStringConvertible {
    /// The path, the property and the nonzero counts in one line.
    public var description: String {
        guard !neverOccurred else {
            return "\(source) → \(property): in no record\(advice(suggestion))"
        }
        let counts = [
            (valueCount, "found"), (nullCount, "null"), (absentCount, "absent"), (setCount, "set"),
            (unchangedCount, "unchanged"), (declinedCount, "declined"), (invalidCount, "invalid"),
        ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        return "\(source) → \(property): "
            + (counts.isEmpty ? "no record" : counts.joined(separator: ", "))
    }
}

extension MappingExplanation.UnmappedKey: CustomStringConvertible {
    /// The key, its frequency, and its first occurrence in one line.
    public var description: String {
        "\(path), in \(count(recordCount, "record")), first at \(example) (line \(line))"
            + advice(suggestion)
    }
}

extension MappingExplanation.Record {
    fileprivate var lines: [String] {
        let location = path.isEmpty ? "the top" : path
        let name = [mapping, identity.map { "(\($0))" }].compactMap { $0 }.joined(separator: " ")
        let fate = outcome == .notReached ? "not reached" : outcome.rawValue
        return ["  \(location) (line \(line)), \(name): \(fate)"] + issues.map { "    \($0)" }
            + properties.map { "    \($0)" }
    }
}

extension MappingExplanation.Property: CustomStringConvertible {
    /// The path, the property and the outcome in one line.
    public var description: String {
        let found: String? = finding == .value ? nil : finding.rawValue
        let done: String? = decision == .none ? nil : decision.rawValue
        let words = [found, done].compactMap { $0 }.joined(separator: ", ")
        return "\(source) → \(property): \(words.isEmpty ? "found, not applied" : words)"
            + (issue.map { "; \($0)" } ?? "")
    }
}

private func count(_ number: Int, _ noun: String) -> String {
    number == 1 ? "1 \(noun)" : "\(number) \(noun)s"
}

private func advice(_ suggestion: String?) -> String {
    suggestion.map { "; did you mean '\($0)'?" } ?? ""
}
