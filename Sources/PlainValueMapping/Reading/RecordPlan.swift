import EntityMapper
import MercatorPayload

/// The compiled form of an ``ObjectMapping``.
///
/// It reads a whole record first, and applies the record if it is valid.
final class RecordPlan<Mapped>: RecordMapper {
    let form: RecordForm
    var key: ObjectMappingKey { ObjectMappingKey(Mapped.self, name) }
    private let make: @Sendable () -> Mapped
    private let attributes: [any ObjectStep<Mapped>]
    private let relationships: [any ObjectStep<Mapped>]
    private let recordValidation: ObjectValidation<Mapped>?
    /// Indicates whether a representation may be a value other than an object.
    private let acceptsScalars: Bool
    /// Indicates whether a representation without any mapped key is accepted.
    ///
    /// This is the case if absent properties are assigned.
    private let acceptsSilence: Bool
    /// Indicates whether nested values are mapped from the representation itself.
    private let hasAggregated: Bool

    init(_ mapping: ObjectMapping<Mapped>) {
        form = mapping.form
        make = mapping.make
        attributes = mapping.attributes.map { $0.makeStep(for: mapping) }
        relationships = mapping.relationships.map { $0.makeStep(for: mapping) }
        recordValidation = mapping.performsValidation ? mapping.recordValidation : nil
        acceptsScalars = attributes.contains { $0.label.source.startsAtRepresentation }
        hasAggregated = relationships.contains { $0.label.source.startsAtRepresentation }
        acceptsSilence =
            mapping.assignsDefaultValueForMissingAttributes
            || mapping.assignsNilForMissingRelationships
    }

    func prepare(
        _ record: ObjectRecord, existing: Mapped?, _ session: ObjectSession
    ) throws(MappingError) -> Preparation<Mapped> {
        guard try isReadable(record, session) else { return .unread }
        session.depth += 1
        defer { session.depth -= 1 }
        let values = attributes.map { session.locateValue(at: $0.label.source, of: record) }
        let nested = relationships.map { session.locateNested(at: $0.label.source, of: record) }
        guard isMappable(record, values, nested, session) else {
            guard !record.isAggregated else { return .absent }
            try session.report(
                .unmappableRepresentation, at: record, name,
                expected: "at least one of the mapped keys",
                found: session.document.unmappedKeys(at: record.position))
            return .unread
        }
        let number = try session.beginRecord(at: record.position, name)
        let turn = ObjectTurn(
            record: record, number: number, base: existing ?? make(), session: session)
        guard let changes = try plan(attributes, values, turn) else { return .unread }
        switch try judge(changes, turn, isNew: existing == nil) {
        case .accept: break
        case .decline: return .declined
        case .reject: return .unread
        }
        guard let links = try plan(relationships, nested, turn) else { return .unread }
        for change in changes { change.announce() }
        session.notify(.didMapRecord, name, record: number, position: record.position)
        // Nested values come first, because an attribute may be a property of one of them.
        return .ready(Self.prepared(links + changes, from: turn.base))
    }

    /// Tests whether a representation is of the expected kind and not nested too deeply.
    ///
    /// Any other representation is reported.
    private func isReadable(
        _ record: ObjectRecord, _ session: ObjectSession
    ) throws(MappingError) -> Bool {
        guard acceptsScalars || session.document.tape.isObject(at: record.position) else {
            try session.report(
                .unexpectedKind, at: record, name, expected: "an object",
                found: session.document.tape.word(at: record.position))
            return false
        }
        guard session.depth <= RecordNesting.deepest else {
            try session.report(
                .nestedTooDeeply, at: record, name,
                expected: "at most \(RecordNesting.deepest) records inside one another",
                found: "one more")
            return false
        }
        return true
    }

    /// Tests whether a representation contains anything for the mapping.
    private func isMappable(
        _ record: ObjectRecord, _ values: [ObjectLocation], _ nested: [ObjectLocation],
        _ session: ObjectSession
    ) -> Bool {
        let isEvidence = { (step: any ObjectStep<Mapped>) in
            record.isAggregated
                ? !step.label.source.startsAtContext && !step.label.source.startsAtRepresentation
                : !step.label.source.startsAtRepresentation || !step.isRelationship
        }
        for (step, location) in zip(attributes + relationships, values + nested)
        where location.isEvidence && isEvidence(step) {
            return true
        }
        guard !record.isAggregated else { return false }
        let isEmpty = session.document.tape.count(at: record.position) == 0
        return acceptsSilence || (hasAggregated && !isEmpty)
    }

    /// Returns the planned changes of properties; `nil` if the record is skipped.
    private func plan(
        _ steps: [any ObjectStep<Mapped>], _ locations: [ObjectLocation],
        _ turn: ObjectTurn<Mapped>
    ) throws(MappingError) -> [ObjectChange<Mapped>]? {
        var changes: [ObjectChange<Mapped>] = []
        var hasFailed = false
        for (step, location) in zip(steps, locations) {
            switch location {
            case .mismatch(let position, let expected):
                try turn.session.report(
                    .unexpectedKind, at: position, step.label, of: turn.record, number: turn.number,
                    expected: expected, found: turn.session.document.tape.word(at: position))
                hasFailed = true
                continue
            case .absent, .found: break
            }
            switch try step.plan(for: location.found, in: turn) {
            case .nothing: break
            case .change(let change): changes.append(change)
            case .failed: hasFailed = true
            }
        }
        return hasFailed && turn.session.options.failurePolicy == .skipRecord ? nil : changes
    }

    /// Runs the record validation.
    private func judge(
        _ changes: [ObjectChange<Mapped>], _ turn: ObjectTurn<Mapped>, isNew: Bool
    ) throws(MappingError) -> RecordValidation.Verdict {
        guard let recordValidation else { return .accept }
        let session = turn.session
        let candidate = ObjectValidation<Mapped>.Candidate(
            isNew: isNew, representation: PayloadValue(session.document, at: turn.record.position),
            base: turn.base, changes: changes)
        let verdict: RecordValidation.Verdict
        do {
            verdict = try recordValidation.validate(candidate)
        } catch {
            verdict = .reject(
                "what the validation '\(recordValidation.name)' accepts; it says: \(error)")
        }
        switch verdict {
        case .accept: break
        case .decline:
            session.notify(.declined, name, record: turn.number, position: turn.record.position)
        case .reject(let expected):
            try session.report(
                .rejected, at: turn.record.position, subject: name, number: turn.number,
                expected: expected, found: "a record that is not")
        }
        return verdict
    }

    private static func prepared(
        _ changes: [ObjectChange<Mapped>], from base: Mapped
    ) -> PreparedObject<Mapped> {
        let apply = { (mapped: inout Mapped) in
            var isChanged = false
            for change in changes { isChanged = change.apply(&mapped) || isChanged }
            return isChanged
        }
        return PreparedObject(
            make: {
                var mapped = base
                _ = apply(&mapped)
                return mapped
            },
            update: { old in
                var mapped = old
                let isChanged = apply(&mapped)
                return (mapped, isChanged)
            })
    }

    func check(_ check: inout ObjectMappingCheck) {
        guard check.begin(key) else { return }
        for step in attributes + relationships { step.check(&check) }
        check.end()
    }
}

/// The limit for the nesting of plain values.
enum RecordNesting {
    /// The maximum nesting depth; each level uses stack space, which is limited in some threads.
    static let deepest = 128
}
