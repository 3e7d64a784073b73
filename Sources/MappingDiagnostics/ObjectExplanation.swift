import EntityMapper
import MercatorPayload
import ObjectGraph
import Synchronization

/// An observer that records the data for an explanation of mapping to plain values.
final class ObjectExplanationObserver: MappingObserver {
    /// A representation, and the outcomes for its mapped paths.
    struct Record {
        let mapping: String
        let path: String
        /// The tape index of the representation in the payload; `nil` if a path computed it.
        let origin: Int?
        var outcome = MappingExplanation.Outcome.failed
        var issues: [String] = []
        var properties: [Property] = []
    }

    /// A mapped path of a record.
    struct Property {
        let name: String
        let source: PayloadPath
        var finding: MappingExplanation.Finding
        var decision = MappingExplanation.Decision.none
        var issue: String?
    }

    private let state = Mutex((records: [Record](), missesRoot: false))

    var records: [Record] { state.withLock { $0.records } }
    var missesRoot: Bool { state.withLock { $0.missesRoot } }

    func mappingOperation(didObserve event: MappingEvent) {
        state.withLock { state in
            if event.kind == .missedRoot { state.missesRoot = true }
            guard let index = event.record else { return }
            guard index < state.records.count else {
                state.records.append(
                    Record(mapping: event.mapping, path: event.path, origin: event.origin))
                return
            }
            state.records[index].note(event)
        }
    }
}

extension ObjectExplanationObserver.Record {
    fileprivate mutating func note(_ event: MappingEvent) {
        guard let name = event.property, let source = event.source else {
            switch event.kind {
            case .didMapRecord: outcome = .inserted
            case .declined: outcome = .declined
            case .failed: issues.append(event.failure ?? "")
            default: break
            }
            return
        }
        let known = properties.lastIndex { $0.name == name && $0.source == source }
        guard let index = known else {
            let finding: MappingExplanation.Finding =
                switch event.kind {
                case .notFound: .absent
                default: event.payloadValue?.isNull == true ? .null : .value
                }
            properties.append(.init(name: name, source: source, finding: finding))
            note(event, at: properties.count - 1)
            return
        }
        note(event, at: index)
    }

    private mutating func note(_ event: MappingEvent, at index: Int) {
        switch event.kind {
        case .set: properties[index].decision = .set
        case .unchanged: properties[index].decision = .unchanged
        case .declined: properties[index].decision = .declined
        case .failed:
            properties[index].decision = .invalid
            properties[index].issue = event.failure
        default: break
        }
    }
}

/// A builder of an explanation of mapping to plain values.
struct ObjectExplanationBuilder {
    let document: PayloadDocument
    let root: (path: PayloadPath, mapping: String)
    let observer: ObjectExplanationObserver

    /// Returns the explanation of a run.
    ///
    /// - Parameters:
    ///   - issues: The kept issues.
    ///   - count: The number of all issues.
    ///   - failure: The error that ended the run, if any.
    ///   - recordLimit: The number of records shown individually.
    /// - Returns: The explanation.
    func explanation(
        _ issues: [MappingIssue], of count: Int, _ failure: MappingError?, recordLimit: Int
    ) -> MappingExplanation {
        let records = observer.records
        var names: [String] = []
        for record in records where !names.contains(record.mapping) { names.append(record.mapping) }
        let keys = document.root.members.map(\.key)
        let shown = root.path.components.isEmpty ? "self" : "\(root.path)"
        return MappingExplanation(
            recordCount: records.count, records: records.prefix(recordLimit).map(shownRecord),
            mappings: names.map { name in mapping(name, records.filter { $0.mapping == name }) },
            roots: [
                .init(
                    path: shown, mapping: root.mapping, isFound: !observer.missesRoot,
                    suggestion: observer.missesRoot
                        ? Suggestion.nearest(to: shown, among: keys) : nil)
            ],
            unmappedKeys: [], openConnections: [], warnings: [],
            issues: issues.isEmpty
                ? (failure?.issue).map { [$0.description] } ?? [] : issues.map(\.description),
            issueCount: failure?.issue == nil ? count : max(1, count),
            failure: failure?.description)
    }

    private func shownRecord(
        _ record: ObjectExplanationObserver.Record
    ) -> MappingExplanation.Record {
        MappingExplanation.Record(
            mapping: record.mapping, entity: record.mapping, identity: nil, path: record.path,
            line: line(of: record.origin), outcome: record.outcome, issues: record.issues,
            properties: record.properties.map {
                .init(
                    property: $0.name, source: $0.shownSource, finding: $0.finding,
                    decision: $0.decision, issue: $0.issue)
            })
    }

    private func mapping(
        _ name: String, _ records: [ObjectExplanationObserver.Record]
    ) -> MappingExplanation.Mapping {
        var summaries: [MappingExplanation.PropertySummary] = []
        for property in records.flatMap(\.properties) {
            let index = summaries.firstIndex {
                $0.property == property.name && $0.source == property.shownSource
            }
            if index == nil {
                summaries.append(.init(property: property.name, source: property.shownSource))
            }
            summaries[index ?? summaries.count - 1].count(property.finding, property.decision)
        }
        let missing = summaries.filter { $0.absentCount > 0 }.map(\.source)
        let (unmapped, unmappedCount) = unmappedKeys(of: records, missing)
        for index in summaries.indices where summaries[index].neverOccurred {
            summaries[index].suggestion = Suggestion.nearest(
                to: summaries[index].source, among: unmapped.map(\.path))
        }
        return MappingExplanation.Mapping(
            name: name, entity: name, identification: nil, insertsAlways: false,
            recordCount: records.count,
            failedCount: records.count { $0.outcome == .failed }, properties: summaries,
            unmappedKeys: unmapped, unmappedKeyCount: unmappedCount)
    }

    /// Returns the most frequent unmapped keys of representations, and the number of all such keys.
    private func unmappedKeys(
        of records: [ObjectExplanationObserver.Record], _ missing: [String]
    ) -> (keys: [MappingExplanation.UnmappedKey], count: Int) {
        var use = KeyUse()
        for property in records.flatMap(\.properties) where !property.source.components.isEmpty {
            use.add(property.source)
        }
        var found: [String: (position: Int, count: Int)] = [:]
        for record in records {
            guard let origin = record.origin else { continue }
            KeyUse.unread(origin, document.tape, by: [use]) { path, key in
                found[path, default: (key, 0)].count += 1
            }
        }
        let sorted = found.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
        let keys = sorted.prefix(500).map { key in
            MappingExplanation.UnmappedKey(
                path: key.key, recordCount: key.value.count,
                example: document.tape.path(to: key.value.position),
                line: line(of: key.value.position),
                suggestion: Suggestion.nearest(to: key.key, among: missing))
        }
        return (keys, found.count)
    }

    private func line(of position: Int?) -> Int {
        position.map { document.location(ofByte: document.tape.startOffset(at: $0)).line } ?? 0
    }
}

extension ObjectExplanationObserver.Property {
    /// The path for display, where an empty string would be overlooked.
    var shownSource: String { source.components.isEmpty ? "self" : source.description }
}
