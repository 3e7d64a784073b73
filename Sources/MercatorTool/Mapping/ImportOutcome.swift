import MappingGeneration
import MappingInference
import Mercator

/// The results of importing several payloads.
struct ImportOutcome {
    /// The counts of this run.
    private(set) var counts: [String: MappingCounts] = [:]
    /// The records that were read, and the batches that were saved.
    private(set) var records = 0
    private(set) var batches = 0
    /// The records that earlier runs had read.
    private(set) var earlierRecords = 0
    private(set) var issueCount = 0
    private(set) var issues: [(payload: String, issue: MappingIssue)] = []
    private var payloads = 0
    private var account: AccountText?

    /// The number of issues that are printed.
    private static let shownIssues = 5

    mutating func add(_ result: DocumentImport.Result, of payload: PayloadFile) {
        for (entity, part) in result.countsOfThisRun {
            counts[entity, default: MappingCounts()] += part
        }
        records += result.records - result.resumedRecords
        earlierRecords += result.resumedRecords
        batches += result.passes.reduce(0) { sum, pass in
            sum + pass.result.batches - (pass.result.resumedFrom?.batches ?? 0)
        }
        issueCount += result.issueCount
        issues += result.issues.map { (payload.name, $0) }
        payloads += 1
    }

    /// Indicates whether there are new objects, or new values.
    var hasInserted: Bool { counts.values.contains { $0.inserted + $0.updated > 0 } }

    /// Takes the account of all payloads, and counts the updates of entities as unchanged objects
    /// if later payloads have taken them back.
    mutating func settle(_ account: ImportAccount, in model: ManagedObjectModel) {
        self.account = AccountText(account.load)
        for entity in account.unchangedEntities(in: model) {
            guard let updated = counts[entity]?.updated else { continue }
            counts[entity]?.unchanged += updated
            counts[entity]?.updated = 0
        }
    }

    /// A line with the numbers of records from this run and earlier runs.
    var recordLine: String {
        let read =
            records == 0 && earlierRecords > 0
            ? "none read"
            : "\(records) in \(TextLines.count(batches, "batch"))"
        return "Records: " + read
            + (earlierRecords > 0 ? "; \(earlierRecords) were in the store before" : "")
    }

    /// The numbers of values and links that are kept, in one line, if any was read.
    var accountLine: String? { account?.total.map { "Kept: \($0)" } }

    /// The properties whose values or links are not all kept, one in a line.
    var lossLines: [String] {
        (account?.losses ?? []).map { "Not kept: \($0.property), \($0.explanation)" }
    }

    /// Throws an error if records have replaced each other's list elements, or many values.
    ///
    /// - Throws: ``CommandError``.
    func requireAll() throws(CommandError) {
        let entities = account?.contradicted ?? []
        guard !entities.isEmpty else { return }
        throw CommandError(
            "records have replaced what others say of \(entities.joined(separator: ", ")); see "
                + "'Not kept', and 'infer --why \(entities[0])' for the flags that keep both",
            status: .incomplete)
    }

    /// Returns the outcome with the foreign keys that are unresolved at the end.
    func settled(with open: [UnresolvedConnection]) -> ImportOutcome {
        var outcome = self
        for entity in counts.keys { outcome.counts[entity]?.unresolved = 0 }
        for connection in open {
            outcome.counts[connection.entity]?.unresolved += connection.count
        }
        return outcome
    }

    /// The first issues, with the names of their payloads if there are several.
    var issueLines: [String] {
        let lines = issues.prefix(Self.shownIssues).map { payload, issue in
            payloads > 1 ? "'\(payload)': \(issue.shown)" : issue.shown
        }
        let hidden = issueCount - lines.count
        guard hidden > 0 else { return lines }
        return lines + [
            lines.isEmpty
                ? "\(TextLines.count(hidden, "issue")) when it was read before; --start-over tells them"
                : "and \(hidden) more that do not fit"
        ]
    }

    /// The page about an import.
    func page(
        _ mapping: ImportMapping, _ open: [UnresolvedConnection], _ container: PersistentContainer,
        title: String
    ) throws -> HTMLReport {
        var contents =
            if let inferred = mapping.inferred {
                try ReportContents(inferred, title: title, version: Release.version)
            } else {
                try ReportContents(mapping.file, title: title, version: Release.version)
            }
        contents.objects = try container.objectCounts()
        contents.counts = counts
        contents.issues = issues.map(\.issue)
        contents.issueCount = issueCount
        contents.openKeys = open
        contents.account = account
        return HTMLReport(contents)
    }

    /// Returns lines about paths that are not mapped, one for each reason; few of many are shown.
    static func lines(_ leftovers: [Leftover]) -> [String] {
        var reasons: [String] = []
        let paths = Dictionary(grouping: leftovers, by: \.explanation)
        for leftover in leftovers where !reasons.contains(leftover.explanation) {
            reasons.append(leftover.explanation)
        }
        let lines = reasons.prefix(12).map { reason in
            let found = paths[reason, default: []]
            if found.count == 1 {
                let times = TextLines.count(found[0].count, "time")
                return "Left out: \(found[0].path), \(times): \(reason)"
            }
            return "Left out, \(reason): \(TextLines(found.map(\.path), limit: 3).joined)"
        }
        let hidden = reasons.dropFirst(12).reduce(0) { $0 + paths[$1, default: []].count }
        return hidden == 0 ? lines : lines + ["Left out: \(TextLines.count(hidden, "more place"))"]
    }

    /// Returns advice on a store failure; `nil` for other failures.
    private static func storeAdvice(_ error: any Error) -> String? {
        var cause: (any Error)? = error
        while let caused = cause as? any CausedError { cause = caused.cause }
        let again = "what was saved before stays; import again, and it goes on"
        return switch (cause as? StoreError)?.code {
        case .schemaMismatch: "another import has changed the store meanwhile; \(again)"
        case .full: "there is no room left for the store; \(again) when there is"
        default: nil
        }
    }

    /// Returns the error for a payload that could not be imported.
    static func failure(_ error: any Error, of payload: PayloadFile) -> CommandError {
        var message = storeAdvice(error) ?? FailureMessage.text(for: error)
        if case ImportError.Code.documentTooLong = error { message += ": --root PATH" }
        return CommandError("'\(payload.name)': \(message)")
    }
}
