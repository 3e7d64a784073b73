package import ObjectGraph
package import Payload

/// Turns values on the tape into values of one attribute, and these into what a payload says.
package final class Conversion: Sendable {
    package let type: AttributeType
    package let transform: ValueTransform
    /// Whether the attribute's type alone says what to do.
    let isStandard: Bool
    /// Whether a value that fits the type needs no further look, nor a list of whole numbers.
    let isUnchecked: Bool
    /// What the Swift type says beyond the type; `nil` if nothing.
    private let shape: ValueShape?
    private let isOptional: Bool
    private let unknownCases: UnknownCasePolicy
    /// What elements are converted by, if not by ``ValueTransform/default``.
    private let elementTransforms: [AttributeType: ValueTransform]
    /// Whether there is more to say of a value than that it does not fit.
    private let readsParts: Bool
    /// Whether ``unknownCases`` has a say in what a transform with cases does not know.
    private let hasPolicy: Bool
    /// Whether arrays or dictionaries have elements in them that payloads have in another form.
    private let showsElements: Bool

    /// The conversion of an attribute by a transform that serves its type.
    package convenience init(type: AttributeType, transform: ValueTransform) {
        self.init(type: type, transform: transform, shape: nil)
    }

    /// The conversion of an attribute whose Swift type may be known.
    init(
        type: AttributeType, transform: ValueTransform, shape: ValueShape?,
        isOptional: Bool = true, unknownCases: UnknownCasePolicy = .report,
        elementTransforms: [AttributeType: ValueTransform] = [:]
    ) {
        self.type = type
        self.transform = transform
        self.shape = shape
        self.isOptional = isOptional
        self.unknownCases = unknownCases
        self.elementTransforms = elementTransforms.filter { !$0.value.isStandard }
        isStandard = transform.isStandard
        isUnchecked = shape?.takesAllIntegers ?? true
        let isContainer = type == .array || type == .dictionary
        hasPolicy = shape?.isEnumeration == true || unknownCases != .report
        showsElements = shape?.showsElements ?? false
        readsParts =
            shape != nil || (transform.form.hasCases && hasPolicy)
            || (isContainer && (transform.isStandard || transform.form is any ArrangingForm))
    }

    /// What came of reading.
    package enum Outcome: Equatable {
        case value(Value)
        /// The value does not fit; with a reason beyond the kinds, if there is one.
        case invalid(reason: String?)

        /// The value as its attribute keeps it; without one, it does not fit.
        init(_ value: Value?, as type: AttributeType) {
            self = value.flatMap(type.normalized).map(Outcome.value) ?? .invalid(reason: nil)
        }
    }

    /// Converts the value at a place; `null` becomes nil whatever the transform.
    ///
    /// A value about which something has to be said is invalid here; ``read(_:at:)`` says what it is.
    package func convert(_ document: PayloadDocument, at position: Int) -> Outcome {
        let tape = document.tape
        guard !tape.isNull(at: position) else { return .value(.null) }
        if readsParts {
            let reading = read(document, at: position)
            guard let value = reading.value, reading.misfits.isEmpty else {
                return .invalid(reason: nil)
            }
            return .value(value)
        }
        guard isStandard else { return transform.form.read(document, at: position, as: type) }
        return StandardForm.value(tape, position, as: type).map(Outcome.value)
            ?? .invalid(reason: nil)
    }

    /// What the conversion accepts, in a word or a few.
    var expectation: String { transform.form.expectation(of: type) }

    /// Whether a value of this kind could have fitted, so that the kind alone does not explain it.
    func mistakes(_ kind: PayloadKind) -> Bool { transform.form.couldRead(kind, as: type) }
}

/// Reading with everything that has to be said.
extension Conversion {
    /// Reads the value at a place, and says what in it does not fit.
    func read(_ document: PayloadDocument, at position: Int) -> Reading {
        guard !document.tape.isNull(at: position) else { return Reading(value: .null, misfits: []) }
        var reader = ShapeReader(document, unknownCases, elementTransforms)
        do throws(Misfit) {
            let value = try value(at: position, &reader)
            return Reading(value: value, misfits: reader.misfits)
        } catch {
            guard error.isUnknownCase, isOptional else {
                return Reading(value: nil, misfits: [error])
            }
            return Reading(value: .null, misfits: unknownCases == .assignNil ? [] : [error])
        }
    }

    /// What is to be said of a value that ``convert(_:at:)`` found invalid, for a reason if it gave one.
    func diagnosis(_ document: PayloadDocument, at position: Int, reason: String?) -> Reading {
        if readsParts { return read(document, at: position) }
        return Reading(value: nil, misfits: [misfit(document.tape, position, reason)])
    }

    private func value(
        at position: Int, _ reader: inout ShapeReader
    ) throws(Misfit) -> Value {
        let arranging = transform.form as? any ArrangingForm
        guard isStandard || arranging != nil else { return try transformed(position, reader) }
        var value: Value
        if let shape {
            value = try reader.value(at: position, as: shape)
        } else {
            value = try untyped(reader.document.tape, position)
        }
        if let arranging, case .array(let elements) = value {
            value = .array(arranging.arranged(elements))
        }
        return value
    }

    /// An attribute of which no more is known than its type.
    private func untyped(_ tape: PayloadTape, _ position: Int) throws(Misfit) -> Value {
        switch type {
        case .array:
            if tape.isArray(at: position) { return try tape.json(at: position) }
            guard let value = try elementOrNothing(tape, position) else {
                throw misfit(tape, position, nil)
            }
            return .array([value])
        case .dictionary where tape.isObject(at: position): return try tape.json(at: position)
        default:
            if let value = StandardForm.value(tape, position, as: type) { return value }
            throw misfit(tape, position, nil)
        }
    }

    /// The only element of an array; `nil` if it is the value itself that does not fit.
    private func elementOrNothing(_ tape: PayloadTape, _ position: Int) throws(Misfit) -> Value? {
        do throws(Misfit) {
            return try tape.json(at: position, level: 2)
        } catch {
            guard error.place == position else { throw error }
            return nil
        }
    }

    private func transformed(
        _ position: Int, _ reader: ShapeReader
    ) throws(Misfit) -> Value {
        let tape = reader.document.tape
        switch transform.form.read(reader.document, at: position, as: type) {
        case .value(let value):
            guard let shape else { return value }
            return try reader.admitted(value, shape, at: position)
        case .invalid(let reason):
            return try reader.settled(misfit(tape, position, reason), as: type)
        }
    }

    private func misfit(_ tape: PayloadTape, _ position: Int, _ reason: String?) -> Misfit {
        let kind = tape.kind(at: position)
        let word = tape.word(at: position)
        return Misfit(
            place: position, expected: expectation,
            found: reason ?? (mistakes(kind) ? "\(word) that is not one" : word),
            isUnknownCase: transform.form.hasCases && mistakes(kind) && hasPolicy)
    }
}

extension Conversion {
    /// A value of the author's as the attribute keeps it; `nil` if it does not fit.
    func fitting(_ value: Value) -> Value? {
        guard let value = type.normalized(value), let shape else { return type.normalized(value) }
        return try? shape.admitted(value)
    }
}

/// Writing.
extension Conversion {
    /// What came of writing.
    package enum Representation: Equatable {
        case node(PayloadNode)
        /// The payload has no place for the value.
        case invalid(reason: String)
    }

    /// What a payload says for a value of the attribute; nil becomes `null` whatever the transform.
    ///
    /// Reading it again gives the same value where the form has a place for all of it: see
    /// ``ValueTransform`` for those that have not.
    package func representation(of value: Value) -> Representation {
        guard !value.isNull else { return .node(.null) }
        if isAnyJSON, isStandard, let json = Value(attributeValue: value) {
            return PayloadNode(json).map(Representation.node)
                ?? .invalid(reason: StandardForm.isInfinite)
        }
        if showsElements, isStandard, let shape {
            return PayloadNode(shape.shown(value)).map(Representation.node)
                ?? .invalid(reason: StandardForm.isInfinite)
        }
        return transform.form.write(value, as: type)
    }

    /// Whether more than the kind of a value decides how it is written.
    var isShaped: Bool { isAnyJSON || showsElements }

    /// Whether the Swift type is `Value`, which is kept as an array of one.
    var isAnyJSON: Bool {
        if case .json = shape?.content { true } else { false }
    }
}

extension ValueShape {
    /// Whether there are bytes or floats in arrays or dictionaries: payloads have base64, and no more
    /// digits than a float has.
    fileprivate var showsElements: Bool {
        switch content {
        case .list(let element), .members(let element):
            element.type == .data || element.type == .float || element.showsElements
        case .everything, .some, .json: false
        }
    }

    /// A value as a payload shows it.
    fileprivate func shown(_ value: Value) -> Value {
        switch (content, value) {
        case (.list(let element), .array(let elements)):
            .array(elements.map { element.shownElement($0) })
        case (.members(let element), .dictionary(let members)):
            .dictionary(members.mapValues { element.shownElement($0) })
        default: value
        }
    }

    private func shownElement(_ value: Value) -> Value {
        switch (type, type.value(ofElement: value)) {
        case (.data, .data(let bytes)?): .string(TextConversion.base64(bytes))
        case (.float, .double(let number)?):
            Double(PayloadNode.shortText(ofFloat: number)).map(Value.double) ?? value
        default: shown(value)
        }
    }
}

extension Conversion.Representation {
    /// A text.
    static func text(_ text: String) -> Self { .node(.string(text)) }

    /// A value that is of another kind than its attribute: nobody has checked it.
    static func mismatch(_ value: Value, _ type: AttributeType) -> Self {
        .invalid(reason: "expected \(type.word), found \(value.word)")
    }
}
