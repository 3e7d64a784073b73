package import MercatorPayload
package import ObjectGraph

/// The conversion between values on the tape and values of an attribute, in both directions.
package final class Conversion: Sendable {
    package let type: AttributeType
    package let transform: ValueTransform
    /// Indicates whether the attribute's type alone determines the conversion.
    package let isStandard: Bool
    /// Indicates whether the Swift type accepts every value of the attribute's type.
    ///
    /// Such a type also accepts any list of integers.
    let isUnchecked: Bool
    /// Indicates whether the Swift type accepts every value that the transform reads.
    private let takesEverything: Bool
    /// The form of a custom transform that any value may come from.
    private let custom: CustomForm?
    /// The form of the transform, if it rearranges arrays that are read by default.
    private let arranging: (any ArrangingForm)?
    /// The shape of the attribute's Swift type, which restricts the type further; `nil` if unknown.
    private let shape: ValueShape?
    private let isOptional: Bool
    private let policy: UnknownCasePolicy
    /// The transforms of elements, by type, that differ from ``ValueTransform/default``.
    private let elementTransforms: [AttributeType: ValueTransform]
    /// The types of the foreign keys that elements of an array represent.
    private let keyTypes: Set<AttributeType>
    /// Indicates whether parts of a value are checked for issues separately.
    private let readsParts: Bool
    /// Indicates whether ``policy`` applies to the unknown values of a transform with cases.
    private let hasPolicy: Bool
    /// Indicates whether payloads represent elements of arrays or dictionaries in another form.
    private let showsElements: Bool

    /// Creates the conversion of an attribute by a transform that supports its type.
    package convenience init(type: AttributeType, transform: ValueTransform) {
        self.init(type: type, transform: transform, shape: nil)
    }

    /// Creates the conversion of an attribute, with the shape of its Swift type if available.
    package init(
        type: AttributeType, transform: ValueTransform, shape: ValueShape?,
        isOptional: Bool = true, policy: UnknownCasePolicy = .report,
        elementTransforms: [AttributeType: ValueTransform] = [:],
        keyTypes: Set<AttributeType> = []
    ) {
        self.type = type
        self.transform = transform
        self.shape = shape
        self.isOptional = isOptional
        self.policy = policy
        self.elementTransforms = elementTransforms.filter { !$0.value.isStandard }
        self.keyTypes = keyTypes
        isStandard = transform.isStandard
        isUnchecked = shape?.takesAllIntegers ?? true
        takesEverything = if case .everything? = shape?.content { true } else { shape == nil }
        arranging = transform.form as? any ArrangingForm
        let isContainer = type == .array || type == .dictionary
        hasPolicy = shape?.isEnumeration == true || policy != .report
        showsElements = shape?.showsElements ?? false
        custom = takesEverything ? transform.form as? CustomForm : nil
        readsParts =
            (shape != nil && custom == nil) || (transform.form.hasCases && hasPolicy)
            || (isContainer && (transform.isStandard || arranging != nil))
    }

    /// The result of reading a value.
    package enum Outcome: Equatable {
        case value(Value)
        /// The value does not match, with a reason if the kinds of the values do not explain it.
        case invalid(reason: String?)

        /// Normalizes a value to the attribute's type; `nil` and values of other types are invalid.
        package init(_ value: Value?, as type: AttributeType) {
            self = value.flatMap(type.normalized).map(Outcome.value) ?? .invalid(reason: nil)
        }
    }

    /// Converts the value at a tape index; `null` becomes nil regardless of the transform.
    ///
    /// A value with issues in its parts is invalid here; ``read(_:at:)`` returns the issues.
    package func convert(_ document: PayloadDocument, at position: Int) -> Outcome {
        let tape = document.tape
        guard !tape.isNull(at: position) else { return .value(.null) }
        if let common = common(tape, at: position) { return .value(common.value(of: tape.bytes)) }
        if readsParts {
            let reading = read(document, at: position)
            guard let value = reading.value, reading.mismatches.isEmpty else {
                return .invalid(reason: nil)
            }
            return .value(value)
        }
        guard isStandard else { return transform.form.read(document, at: position, as: type) }
        return StandardForm.value(tape, position, as: type).map(Outcome.value)
            ?? .invalid(reason: nil)
    }

    /// Returns the value at a tape index if its spelling is a common one; it is not null.
    ///
    /// `nil` stands for any other value, which ``convert(_:at:)`` decides about.
    func common(_ tape: PayloadTape, at position: Int) -> CommonValue? {
        takesEverything ? transform.form.common(tape, at: position, as: type) : nil
    }

    /// Returns the value of a custom transform; `nil` if it has none, or with another transform.
    func custom(_ tape: PayloadTape, at position: Int) -> CommonValue? {
        guard let custom, !tape.isNull(at: position),
            case .value(let value) = custom.read(
                PayloadDocument(tape: tape), at: position, as: type)
        else { return nil }
        return .value(value)
    }

    /// Returns the element of an array at a tape index; `nil` if it has none.
    ///
    /// The element has the stored form of attributes for any values.
    func element(_ document: PayloadDocument, at position: Int) -> Value? {
        let reader = ShapeReader(document, policy, elementTransforms, keyTypes)
        return try? reader.json(at: position, level: 2)
    }

    /// The encoding of the most common values.
    ///
    /// It is ``CellEncoding/converted`` if the payload's bytes do not determine a value.
    var cellEncoding: CellEncoding {
        guard isStandard, isUnchecked else { return .converted }
        return switch type {
        case .integer64: .integer
        case .double: .double
        case .boolean: .boolean
        case .string: .text
        case .date: .date
        case .array: .list
        default: .converted
        }
    }

    /// A short description of the accepted values, for messages.
    package var expectation: String { transform.form.expectation(of: type) }

    /// Tests whether some values of this kind are accepted.
    ///
    /// The kind alone does not explain a type mismatch then.
    func mistakes(_ kind: PayloadKind) -> Bool { transform.form.couldRead(kind, as: type) }
}

/// Reading with a full diagnosis.
extension Conversion {
    /// Reads the value at a tape index and collects its type mismatches.
    func read(_ document: PayloadDocument, at position: Int) -> Reading {
        guard !document.tape.isNull(at: position) else {
            return Reading(value: .null, mismatches: [])
        }
        var reader = ShapeReader(document, policy, elementTransforms, keyTypes)
        do throws(TypeMismatch) {
            let value = try value(at: position, &reader)
            return Reading(
                value: value, mismatches: reader.mismatches, isSubstitute: reader.hasSubstitute)
        } catch {
            guard error.isUnknownCase, isOptional else {
                return Reading(value: nil, mismatches: [error])
            }
            return Reading(
                value: .null, mismatches: policy == .assignNil ? [] : [error],
                isSubstitute: true)
        }
    }

    /// Tests whether a value that ``convert(_:at:)`` accepted is a substitute for an unknown case.
    func isSubstitute(_ document: PayloadDocument, at position: Int) -> Bool {
        policy != .report && readsParts && !document.tape.isNull(at: position)
            && read(document, at: position).isSubstitute
    }

    /// Returns the diagnosis of a value that ``convert(_:at:)`` rejected, with the reason.
    package func diagnosis(_ document: PayloadDocument, at position: Int, reason: String?)
        -> Reading
    {
        if readsParts { return read(document, at: position) }
        return Reading(value: nil, mismatches: [mismatch(document.tape, position, reason)])
    }

    private func value(
        at position: Int, _ reader: inout ShapeReader
    ) throws(TypeMismatch) -> Value {
        guard isStandard || arranging != nil else { return try transformed(position, &reader) }
        var value: Value
        if let shape {
            value = try reader.value(at: position, as: shape)
        } else {
            value = try untyped(reader, position)
        }
        if let arranging, case .array(let elements) = value {
            value = .array(arranging.arranged(elements))
        }
        return value
    }

    /// Reads a value of an attribute whose Swift type is unknown.
    private func untyped(
        _ reader: ShapeReader, _ position: Int
    ) throws(TypeMismatch) -> Value {
        let tape = reader.document.tape
        switch type {
        case .array:
            if tape.isArray(at: position) { return try reader.array(at: position) }
            guard let value = try elementOrNothing(reader, position) else {
                throw mismatch(tape, position, nil)
            }
            return .array([value])
        case .dictionary where tape.isObject(at: position): return try tape.json(at: position)
        default:
            if let value = StandardForm.value(tape, position, as: type) { return value }
            throw mismatch(tape, position, nil)
        }
    }

    /// Reads a single value as the element of an array; `nil` if the value itself is a mismatch.
    private func elementOrNothing(
        _ reader: ShapeReader, _ position: Int
    ) throws(TypeMismatch) -> Value? {
        do throws(TypeMismatch) {
            return try reader.json(at: position, level: 2)
        } catch {
            guard error.position == position else { throw error }
            return nil
        }
    }

    private func transformed(
        _ position: Int, _ reader: inout ShapeReader
    ) throws(TypeMismatch) -> Value {
        let tape = reader.document.tape
        switch transform.form.read(reader.document, at: position, as: type) {
        case .value(let value):
            guard let shape else { return value }
            return try reader.admitted(value, shape, at: position)
        case .invalid(let reason):
            return try reader.settled(mismatch(tape, position, reason), as: type)
        }
    }

    private func mismatch(_ tape: PayloadTape, _ position: Int, _ reason: String?) -> TypeMismatch {
        let kind = tape.kind(at: position)
        let word = tape.word(at: position)
        return TypeMismatch(
            position: position, expected: expectation,
            found: reason ?? (mistakes(kind) ? "\(word) that is not one" : word),
            isUnknownCase: transform.form.hasCases && mistakes(kind) && hasPolicy)
    }
}

extension Conversion {
    /// Normalizes a value given in code to the attribute's type; `nil` if it does not match.
    func fitting(_ value: Value) -> Value? {
        guard let value = type.normalized(value), let shape else { return type.normalized(value) }
        return try? shape.admitted(value)
    }
}

/// Writing values.
extension Conversion {
    /// The result of writing a value.
    package enum Representation: Equatable {
        case node(PayloadNode)
        /// No payload can represent the value, for the given reason.
        case invalid(reason: String)
    }

    /// The reason why an infinite number cannot be written.
    ///
    /// It is the only value without a representation.
    package static let noInfinity = "a payload has no number that is infinite"

    /// Returns the payload node for a value of the attribute.
    ///
    /// nil becomes `null` regardless of the transform.
    ///
    /// Reading the node again returns the same value if the form can represent all of it;
    /// ``ValueTransform`` lists the exceptions.
    package func representation(of value: Value) -> Representation {
        guard !value.isNull else { return .node(.null) }
        if isAnyJSON, isStandard, let json = Value(attributeValue: value) {
            return PayloadNode(json).map(Representation.node)
                ?? .invalid(reason: Self.noInfinity)
        }
        if showsElements, isStandard, let shape {
            return PayloadNode(shape.shown(value)).map(Representation.node)
                ?? .invalid(reason: Self.noInfinity)
        }
        return transform.form.write(value, as: type)
    }

    /// Indicates whether the node of a value depends on more than the value's kind.
    package var isShaped: Bool { isAnyJSON || showsElements }

    /// Indicates whether the Swift type is `Value`, which is stored as an array with one element.
    var isAnyJSON: Bool {
        if case .json = shape?.content { true } else { false }
    }
}

extension ValueShape {
    /// Indicates whether the shape contains bytes or floats in arrays or dictionaries.
    ///
    /// Payloads represent them as base64 and with the digits of a float.
    fileprivate var showsElements: Bool {
        switch content {
        case .list(let element), .members(let element):
            element.type == .data || element.type == .float || element.showsElements
        case .everything, .some, .json: false
        }
    }

    /// Returns the value as it appears in a payload.
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
        case (.data, .data(let bytes)?): .string(Base64.standard.text(of: bytes))
        case (.float, .double(let number)?):
            Double(PayloadNode.shortText(ofFloat: number)).map(Value.double) ?? value
        default: shown(value)
        }
    }
}

extension Conversion.Representation {
    /// Creates the representation of a string.
    package static func text(_ text: String) -> Self { .node(.string(text)) }

    /// Creates the failure for a value whose kind does not match its attribute.
    ///
    /// Callers may pass such a value unchecked.
    package static func mismatch(_ value: Value, _ type: AttributeType) -> Self {
        .invalid(reason: "expected \(type.word), found \(value.word)")
    }
}
