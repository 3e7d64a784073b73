public import EntityMapper
public import ObjectGraph
import Payload

/// What came of mapping the payload of a test once.
///
/// ```swift
/// let run = try test.run()
/// let titles = try run.container.perform { context in
///     try context.fetch(FetchRequest("Article")).map { $0["title"] }
/// }
/// ```
public struct MappingTestRun: Sendable {
    /// The compiled mappings.
    public let plan: MappingPlan
    /// The store with what was mapped.
    public let container: PersistentContainer
    /// The result of the operation, or why it failed.
    public let outcome: Result<MappingResult, any Error>
    /// What the operation did, record by record.
    let recording: MappingRecording

    /// Checks expectations.
    ///
    /// - Parameter expectations: What must hold.
    /// - Returns: Those that are not met. Where the operation itself failed, and no expectation is
    ///   about that, this is the only failure: it explains all others.
    public func failures(of expectations: [MappingExpectation]) -> [MappingTestFailure] {
        if case .failure(let error) = outcome, !expectations.contains(where: \.isAboutFailure) {
            return [
                MappingTestFailure(
                    code: .operationFailed, expectation: "the payload can be mapped",
                    message: "the operation failed: \(error)",
                    place: expectations.first?.place)
            ]
        }
        return expectations.compactMap { expectation in
            do {
                guard let unmet = try expectation.check(self) else { return nil }
                return MappingTestFailure(
                    code: unmet.code, expectation: expectation.description, message: unmet.message,
                    place: expectation.place)
            } catch {
                return MappingTestFailure(
                    code: .checkFailed, expectation: expectation.description,
                    message: "checking it failed: \(error)", place: expectation.place)
            }
        }
    }

    /// The records at a place; without one, the first record of all.
    func records(
        at path: String?
    ) throws(UnmetExpectation) -> [MappingRecording.Record] {
        let records = recording.records
        let found =
            path.map { path in records.filter { $0.path == path } } ?? Array(records.prefix(1))
        guard found.isEmpty else { return found }
        let shown = records.prefix(5).map { $0.shownPath }
        let known =
            shown.isEmpty
            ? "there is none at all"
            : "there is one at " + shown.joined(separator: ", ") + (records.count > 5 ? ", …" : "")
        throw UnmetExpectation(.notMapped, "found no record there; \(known)")
    }

    /// The record at a place that has a mapped path, and what became of that.
    func note(
        from source: PayloadPath, to property: String, at path: String?
    ) throws(UnmetExpectation) -> (MappingRecording.Record, MappingRecording.Note) {
        let records = try records(at: path)
        for record in records {
            if let note = record.notes[.init(property: property, source: source)] {
                return (record, note)
            }
        }
        let sources = records.flatMap(\.notes.keys).filter { $0.property == property }
            .map { "'\($0.source)'" }.sorted()
        let names = records.map { "'\($0.mapping)'" }.joined(separator: ", ")
        throw UnmetExpectation(
            .notMapped,
            sources.isEmpty
                ? "the mapping \(names) maps nothing to '\(property)'"
                : "the mapping \(names) maps \(sources.joined(separator: ", ")) to it")
    }

    /// Looks at the objects a relationship of a record's object leads to.
    func withObjects<Answer: Sendable>(
        of relationship: String, _ record: MappingRecording.Record,
        _ work: @Sendable (_ objects: [ManagedObject], _ isOrdered: Bool) throws -> Answer
    ) throws -> Answer {
        try container.perform { context in
            guard let identifier = record.object,
                let object = try context.object(with: identifier)
            else {
                throw UnmetExpectation(.notMapped, "the record has no object: \(record.fate)")
            }
            guard let description = object.entity.relationship(named: relationship) else {
                throw UnmetExpectation(
                    .notMapped, "\(object.entity.name) has no relationship '\(relationship)'")
            }
            let objects =
                description.isToMany
                ? object[toMany: relationship] : object[toOne: relationship].map { [$0] } ?? []
            return try work(objects, description.isOrdered)
        }
    }
}

extension MappingTestRun: CustomStringConvertible, CustomReflectable {
    /// The result of the operation, or why it failed.
    public var description: String {
        switch outcome {
        case .success(let result): "\(result)"
        case .failure(let error): "the operation failed: \(error)"
        }
    }

    /// The plan and the outcome.
    public var customMirror: Mirror { Mirror(self, children: ["plan": plan, "outcome": outcome]) }
}
