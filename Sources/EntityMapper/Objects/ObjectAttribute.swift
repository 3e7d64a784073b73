import ObjectGraph
import Payload

/// What goes from a representation to one property of a plain value.
struct ObjectAttribute<Mapped, Content: AttributeValue>: ObjectProperty {
    let source: PayloadPath
    let destination: any WritableKeyPath<Mapped, Content> & Sendable
    let transform: ValueTransform
    let validation: (@Sendable (Content) throws -> ObjectValueVerdict<Content>)?

    func makeStep(for mapping: ObjectMapping<Mapped>) -> any ObjectStep<Mapped> {
        ObjectAttributeStep(self, of: mapping)
    }
}

/// Converts, judges and compares one value.
struct ObjectAttributeStep<Mapped, Content: AttributeValue>: ObjectStep {
    let label: PropertyLabel
    private let destination: WritableKeyPath<Mapped, Content>
    private let conversion: Conversion
    private let validation: (@Sendable (Content) throws -> ObjectValueVerdict<Content>)?
    /// Makes the value with the defaults, if absent values get them.
    private let makeDefaults: (@Sendable () -> Mapped)?

    var isRelationship: Bool { false }

    init(_ attribute: ObjectAttribute<Mapped, Content>, of mapping: ObjectMapping<Mapped>) {
        destination = attribute.destination
        label = PropertyLabel(
            mapping: mapping.name, source: attribute.source, destination: destination)
        let type = Content.attributeType
        let transform =
            attribute.transform.isStandard
            ? mapping.defaultTransforms[type] ?? attribute.transform : attribute.transform
        conversion = Conversion(type: type, transform: transform)
        validation = mapping.performsValidation ? attribute.validation : nil
        makeDefaults = mapping.assignsDefaultValueForMissingAttributes ? mapping.make : nil
    }

    func plan(
        for found: Found?, in turn: ObjectTurn<Mapped>
    ) throws(MappingError) -> ObjectStepOutcome<Mapped> {
        turn.session.notify(
            found == nil ? .notFound : .found, label, record: turn.number, place: found?.place)
        guard let place = found?.place else {
            guard let makeDefaults else { return .nothing }
            return try judge(makeDefaults()[keyPath: destination], turn.record.place, turn)
        }
        switch conversion.convert(turn.session.document, at: place) {
        case .invalid(let reason):
            try report(.invalidValue, conversion.expectation, reason, place, turn)
        case .value(let value) where value.isNull && !Content.isOptionalAttribute:
            try report(.missingValue, conversion.expectation, "null", place, turn)
        case .value(let value):
            if let content = Content(attributeValue: value) {
                return try judge(content, place, turn)
            }
            try report(.invalidValue, "a value of type \(Self.typeName)", nil, place, turn)
        }
        return .failed
    }

    /// The type that has to be hit; that it may also be `nil` does not help the reader.
    private static var typeName: String {
        let name = "\(Content.self)"
        return Content.isOptionalAttribute
            ? String(name.dropFirst("Optional<".count).dropLast()) : name
    }

    /// Asks the validation about a value that would change something.
    private func judge(
        _ content: Content, _ place: Int, _ turn: ObjectTurn<Mapped>
    ) throws(MappingError) -> ObjectStepOutcome<Mapped> {
        guard let validation, !isSame(content, in: turn.base) else { return change(content, turn) }
        let expected: String
        do {
            switch try validation(content) {
            case .accept: return change(content, turn)
            case .replace(let other): return change(other, turn)
            case .decline:
                turn.session.notify(.declined, label, record: turn.number, place: place)
                return .nothing
            case .reject(let text): expected = text
            }
        } catch {
            expected = "what the validation accepts; it says: \(error)"
        }
        let word = content.attributeValue.word
        try report(.rejected, expected, "\(word) that is not", place, turn)
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
        _ code: MappingIssue.Code, _ expected: String, _ found: String?, _ place: Int,
        _ turn: ObjectTurn<Mapped>
    ) throws(MappingError) {
        let tape = turn.session.document.tape
        let word = tape.word(at: place)
        let isRightKind = conversion.mistakes(tape.kind(at: place)) || code != .invalidValue
        try turn.session.report(
            code, at: place, label, of: turn.record, number: turn.number, expected: expected,
            found: found ?? (isRightKind ? "\(word) that is not one" : word))
    }

    func check(_ check: inout ObjectMappingCheck) {
        check.check(label)
        check.check(conversion, of: label)
    }
}
