public import EntityMapper
import MercatorPayload
public import ObjectGraph

/// The outcome of mapping the payload of a test once.
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
    /// The store after mapping.
    public let container: PersistentContainer
    /// The result of the operation, or its error.
    public let outcome: Result<MappingResult, any Error>
    /// The recorded events of the operation.
    let recording: MappingRecording

    /// Verifies expectations.
    ///
    /// - Parameter expectations: The expectations.
    /// - Returns: The failures. If the operation itself failed, and no expectation concerns that,
    ///   this is the only failure, because it explains all others.
    public func failures(of expectations: [MappingExpectation]) -> [MappingTestFailure] {
        if case .failure(let error) = outcome, !expectations.contains(where: \.isAboutFailure) {
            return [
                MappingTestFailure(
                    code: .operationFailed, expectation: "the payload can be mapped",
                    message: "the operation failed: \(error)",
                    callSite: expectations.first?.callSite)
            ]
        }
        return expectations.compactMap { expectation in
            do {
                guard let unmet = try expectation.check(self) else { return nil }
                return MappingTestFailure(
                    code: unmet.code, expectation: expectation.description, message: unmet.message,
                    callSite: expectation.callSite)
            } catch {
                return MappingTestFailure(
                    code: .checkFailed, expectation: expectation.description,
                    message: "checking it failed: \(error)", callSite: expectation.callSite)
            }
        }
    }

    /// Returns the records at a path, or the first record if there is no path.
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

    /// Returns the record at a path that has a mapped path, and the outcome of the latter.
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

    /// Calls a closure with the objects that a relationship of a record's object references.
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
    /// The result of the operation, or the error that it threw.
    public var description: String {
        switch outcome {
        case .success(let result): "\(result)"
        case .failure(let error): "the operation failed: \(error)"
        }
    }

    /// The plan and the outcome.
    public var customMirror: Mirror { Mirror(self, children: ["plan": plan, "outcome": outcome]) }
}
