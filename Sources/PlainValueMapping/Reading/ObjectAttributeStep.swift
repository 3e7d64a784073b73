import EntityMapper
import MercatorPayload
import ObjectGraph

/// Converts, validates and compares the value of a property.
struct ObjectAttributeStep<Mapped, Content: AttributeValue>: ObjectStep {
    let label: PropertyLabel
    private let destination: WritableKeyPath<Mapped, Content>
    private let conversion: Conversion
    private let validation: (@Sendable (Content) throws -> ObjectValueVerdict<Content>)?
    /// The reason why the property cannot have its policy for unknown cases; `nil` if it can.
    private let policyProblem: String?
    /// Returns a value with the defaults; `nil` unless absent values are set to them.
    private let makeDefaults: (@Sendable () -> Mapped)?

    var isRelationship: Bool { false }

    init(_ attribute: ObjectAttribute<Mapped, Content>, of mapping: ObjectMapping<Mapped>) {
        destination = attribute.destination
        label = PropertyLabel(
            mapping: mapping.name, source: attribute.source, destination: destination)
        conversion = attribute.conversion(in: mapping)
        validation = mapping.performsValidation ? attribute.validation : nil
        policyProblem = attribute.policy.flatMap { attribute.problem(of: $0, in: mapping) }
        makeDefaults = mapping.assignsDefaultValueForMissingAttributes ? mapping.make : nil
    }

    func plan(
        for found: PathMatch?, in turn: ObjectTurn<Mapped>
    ) throws(MappingError) -> ObjectStepOutcome<Mapped> {
        turn.session.notify(
            found == nil ? .notFound : .found, label, record: turn.number, position: found?.position
        )
        guard let position = found?.position else {
            guard let makeDefaults else { return .nothing }
            return try judge(makeDefaults()[keyPath: destination], turn.record.position, turn)
        }
        guard let value = try value(at: position, turn) else { return .failed }
        if let content = Content(attributeValue: value) {
            return try judge(content, position, turn)
        }
        if value.isNull {
            try report(.missingValue, conversion.expectation, "null", position, turn)
        } else {
            let word = turn.session.document.tape.word(at: position)
            try report(
                .invalidValue, "a value of type \(Content.self)", "\(word) that is not one",
                position,
                turn)
        }
        return .failed
    }

    /// Converts the value at a tape index; reports a type mismatch and returns `nil`.
    private func value(
        at position: Int, _ turn: ObjectTurn<Mapped>
    ) throws(MappingError) -> Value? {
        switch conversion.convert(turn.session.document, at: position) {
        case .value(let value): return value
        case .invalid(let reason):
            let reading = conversion.diagnosis(turn.session.document, at: position, reason: reason)
            for mismatch in reading.mismatches {
                try report(
                    .invalidValue, mismatch.expected, mismatch.found, mismatch.position, turn,
                    isNotice: reading.value != nil)
            }
            return reading.value
        }
    }

    /// Runs the validation if the value differs from the current value.
    private func judge(
        _ content: Content, _ position: Int, _ turn: ObjectTurn<Mapped>
    ) throws(MappingError) -> ObjectStepOutcome<Mapped> {
        guard let validation, !isSame(content, in: turn.base) else { return change(content, turn) }
        let expected: String
        do {
            switch try validation(content) {
            case .accept: return change(content, turn)
            case .replace(let other): return change(other, turn)
            case .decline:
                turn.session.notify(.declined, label, record: turn.number, position: position)
                return .nothing
            case .reject(let text): expected = text
            }
        } catch {
            expected = "what the validation accepts; it says: \(error)"
        }
        let word = content.attributeValue.word
        try report(.rejected, expected, "\(word) that is not", position, turn)
        return .failed
    }

    private func change(
        _ content: Content, _ turn: ObjectTurn<Mapped>
    ) -> ObjectStepOutcome<Mapped> {
        let kind: MappingEvent.Kind = isSame(content, in: turn.base) ? .unchanged : .set
        let (session, number) = (turn.session, turn.number)
        return .change(
            ObjectChange(
                destination: destination, value: content,
                announce: { [label] in
                    session.notify(kind, label, record: number, value: content.attributeValue)
                },
                apply: { [destination] mapped in
                    guard !isSame(content, in: mapped) else { return false }
                    mapped[keyPath: destination] = content
                    return true
                }))
    }

    private func isSame(_ content: Content, in mapped: Mapped) -> Bool {
        mapped[keyPath: destination].attributeValue == content.attributeValue
    }

    private func report(
        _ code: MappingIssue.Code, _ expected: String, _ found: String, _ position: Int,
        _ turn: ObjectTurn<Mapped>, isNotice: Bool = false
    ) throws(MappingError) {
        try turn.session.report(
            code, at: position, label, of: turn.record, number: turn.number, expected: expected,
            found: found, isNotice: isNotice)
    }

    func check(_ check: inout ObjectMappingCheck) {
        check.check(label)
        check.check(conversion, of: label, policyProblem)
    }
}
