import ConnectionEvaluation
import EntityMapper
import MercatorPayload
import ObjectGraph

/// A builder of an explanation from the recorded events.
struct ExplanationBuilder {
    private typealias Explanation = MappingExplanation

    private let plan: MappingPlan
    /// The tape of the operation, with values appended by paths after the payload.
    private let tape: PayloadTape
    private let size: (words: Int, bytes: Int)
    private let document: PayloadDocument
    private let trace: ExplanationObserver.Trace
    private let outcome: Result<MappingResult, MappingError>
    private let values: ShownValues

    init(
        _ plan: MappingPlan, _ document: PayloadDocument, _ trace: ExplanationObserver.Trace,
        _ outcome: Result<MappingResult, MappingError>, _ values: ShownValues
    ) {
        self.plan = plan
        self.values = values
        self.document = document
        size = (document.tape.words.count, document.tape.bytes.count)
        tape = trace.document?.tape ?? document.tape
        self.trace = trace
        self.outcome = outcome
    }

    func explanation() -> MappingExplanation {
        var search = UnmappedKeySearch(plan, tape, size, distantValues: trace.distantValues)
        search.run(trace.records)
        let properties = summaries()
        let result = try? outcome.get()
        let error: MappingError? = if case .failure(let error) = outcome { error } else { nil }
        return MappingExplanation(
            recordCount: trace.records.count, records: records(),
            mappings: plan.entities.indices.map { index in
                mapping(index, properties[index], search.found[index])
            },
            roots: roots(),
            unmappedKeys: keys(search.foundAtTop, missing: missedRoots),
            openConnections: (result?.unresolved ?? []).map { .init($0, values) },
            warnings: plan.warnings.map(\.description),
            issues: (result?.issues ?? error?.issue.map { [$0] } ?? []).map(values.text),
            issueCount: result?.issueCount ?? (error?.issue == nil ? 0 : 1),
            failure: error.map { values.text("\($0)", about: $0.issue) })
    }

    private func records() -> [Explanation.Record] {
        let shown = trace.records.indices.prefix { $0 < trace.recordLimit }
        let lines = lines(ofOrigins: shown.map { trace.records[$0].origin.map { Int($0) } })
        return shown.map { index in
            let record = trace.records[index]
            let mapping = plan.entities[Int(record.plan)]
            return Explanation.Record(
                mapping: mapping.name, entity: mapping.layout.name,
                identity: trace.identities[index]?.map(values.text).joined(separator: ", "),
                path: record.origin.map { tape.path(to: Int($0)) } ?? "",
                line: lines[index], outcome: record.outcome,
                issues: trace.recordIssues[index] ?? [],
                properties: mapping.paths.indices.map { property($0, of: record, mapping) })
        }
    }

    private func property(
        _ target: Int, of record: ExplanationObserver.TracedRecord, _ mapping: EntityPlan
    ) -> Explanation.Property {
        let index = record.firstFate + target
        return Explanation.Property(
            property: mapping.nameOfTarget(target), source: mapping.paths[target].shown,
            finding: trace.fates[index].finding, decision: decision(at: index, of: record),
            issue: trace.issues[index])
    }

    /// Returns the final decision; the values of a record that was not applied are not assigned.
    private func decision(
        at index: Int, of record: ExplanationObserver.TracedRecord
    ) -> Explanation.Decision {
        let decision = trace.fates[index].decision
        let isDropped = [.failed, .declined, .notReached].contains(record.outcome)
        return isDropped && (decision == .set || decision == .unchanged) ? .none : decision
    }

    /// Returns the lines of tape indices in the payload; 0 for values outside of the payload.
    private func lines(ofOrigins origins: [Int?]) -> [Int] {
        let sorted = origins.enumerated()
            .compactMap { index, origin in
                origin.map { (index: index, offset: document.tape.startOffset(at: $0)) }
            }
            .sorted { $0.offset < $1.offset }
        let locations = document.locations(ofBytes: sorted.map(\.offset))
        var lines = origins.map { _ in 0 }
        for (value, location) in zip(sorted, locations) { lines[value.index] = location.line }
        return lines
    }

    private func summaries() -> [[Explanation.PropertySummary]] {
        var summaries = plan.entities.map { mapping in
            mapping.paths.indices.map {
                Explanation.PropertySummary(
                    property: mapping.nameOfTarget($0), source: mapping.paths[$0].shown)
            }
        }
        for record in trace.records {
            let mapping = Int(record.plan)
            for target in summaries[mapping].indices {
                let index = record.firstFate + target
                summaries[mapping][target].count(
                    trace.fates[index].finding, decision(at: index, of: record))
            }
        }
        return summaries
    }

    private func mapping(
        _ index: Int, _ properties: [Explanation.PropertySummary],
        _ unmapped: [String: UnmappedKeySearch.Key]
    ) -> Explanation.Mapping {
        var properties = properties
        let missing = properties.filter { $0.absentCount > 0 }.map(\.source)
        let unmappedKeys = keys(unmapped, missing: missing)
        for position in properties.indices where properties[position].neverOccurred {
            properties[position].suggestion = Suggestion.nearest(
                to: properties[position].source, among: unmappedKeys.map(\.path))
        }
        let records = trace.records.filter { $0.plan == Int32(index) }
        let own = plan.entities[index]
        return Explanation.Mapping(
            name: own.name, entity: own.layout.name,
            identification: (own.identification?.attributes ?? []).map { own.attributes[$0].name },
            insertsAlways: plan.freshEntities.contains(index),
            recordCount: records.count, failedCount: records.count { $0.outcome == .failed },
            properties: properties, unmappedKeys: unmappedKeys,
            unmappedKeyCount: unmapped.count)
    }

    /// Returns the most frequent keys, with suggestions among the missing mapped paths.
    private func keys(
        _ found: [String: UnmappedKeySearch.Key], missing: [String]
    ) -> [Explanation.UnmappedKey] {
        let sorted = found.sorted {
            ($1.value.recordCount, $0.value.position) < ($0.value.recordCount, $1.value.position)
        }.prefix(500)
        let origins = sorted.map { tape.origin(of: $0.value.position, before: size) }
        let lines = lines(ofOrigins: origins)
        return zip(sorted, zip(origins, lines)).map { key, location in
            Explanation.UnmappedKey(
                path: key.key, recordCount: key.value.recordCount,
                example: location.0.map { tape.path(to: $0) } ?? "", line: location.1,
                suggestion: Suggestion.nearest(to: key.key, among: missing))
        }
    }

    private var missedRoots: [String] { trace.missedRoots.map(\.shown) }

    private func roots() -> [Explanation.Root] {
        let names = document.root.members.map { PayloadPathComponent.key($0.key).description }
        return plan.roots.map { root in
            let isFound = !trace.missedRoots.contains(root.path)
            return Explanation.Root(
                path: root.path.shown, mapping: plan.name(ofMapping: root.mapping),
                isFound: isFound,
                suggestion: isFound ? nil : Suggestion.nearest(to: root.path.shown, among: names))
        }
    }
}

extension PayloadPath {
    /// The path for display, where an empty string would be overlooked.
    fileprivate var shown: String { components.isEmpty ? "self" : description }
}

extension MappingPlan {
    fileprivate func name(ofMapping index: Int) -> String {
        index < entities.count ? entities[index].name : dynamics[index - entities.count].name
    }
}

extension MappingExplanation.PropertySummary {
    init(property: String, source: String) {
        self.property = property
        self.source = source
    }

    mutating func count(
        _ finding: MappingExplanation.Finding, _ decision: MappingExplanation.Decision
    ) {
        switch finding {
        case .absent: absentCount += 1
        case .null: nullCount += 1
        case .value: valueCount += 1
        }
        switch decision {
        case .none: break
        case .set: setCount += 1
        case .unchanged: unchangedCount += 1
        case .declined: declinedCount += 1
        case .invalid: invalidCount += 1
        }
    }
}

extension MappingExplanation.OpenConnection {
    fileprivate init(_ connection: UnresolvedConnection, _ values: ShownValues) {
        entity = connection.entity
        relationship = connection.relationship
        objectCount = connection.count
        keyCount = connection.keys.count
        examples = connection.keys.prefix(5).map { key in
            key.values.sorted { $0.key < $1.key }.map { values.text($0.key, $0.value) }
                .joined(separator: ", ")
        }
    }
}
