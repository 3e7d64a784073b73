import MercatorPayload
import ObjectGraph

/// Reads values of a given Swift type, element by element.
///
/// An element is converted like an attribute of its type, by the default transform of that type.
struct ShapeReader {
    let document: PayloadDocument
    let policy: UnknownCasePolicy
    /// The default transforms, by type, that differ from the type's own conversion.
    let transforms: [AttributeType: ValueTransform]
    /// The types of the foreign keys that elements of an array represent.
    let keyTypes: Set<AttributeType>
    /// The mismatches of elements that became nil and are to be reported.
    private(set) var mismatches: [TypeMismatch] = []
    /// Indicates whether the value, or an element of it, is a substitute for an unknown case.
    private(set) var hasSubstitute = false

    var tape: PayloadTape { document.tape }

    init(
        _ document: PayloadDocument, _ policy: UnknownCasePolicy,
        _ transforms: [AttributeType: ValueTransform], _ keyTypes: Set<AttributeType>
    ) {
        self.document = document
        self.policy = policy
        self.transforms = transforms
        self.keyTypes = keyTypes
    }

    /// Reads the value at a tape index, which must not be `null`, in the stored form of the shape.
    ///
    /// - Parameters:
    ///   - position: The tape index of the value.
    ///   - shape: The shape of the Swift type.
    ///   - level: The nesting level of the value; the array of an attribute is at level 1.
    /// - Returns: The value.
    /// - Throws: ``TypeMismatch`` for the first type mismatch.
    mutating func value(
        at position: Int, as shape: ValueShape, level: Int = 1
    ) throws(TypeMismatch) -> Value {
        switch shape.content {
        case .json: return .array([try json(at: position, level: level + 1)])
        case .list(let element): return try list(at: position, of: element, level + 1)
        case .members(let member): return try members(at: position, of: member, level + 1)
        case .everything: return try converted(position, shape)
        case .some:
            let value = try converted(position, shape)
            return try admitted(value, shape, at: position)
        }
    }

    private mutating func list(
        at position: Int, of element: ValueShape, _ level: Int
    ) throws(TypeMismatch) -> Value {
        guard tape.isArray(at: position) else {
            return .array([try self.element(position, element, level)])
        }
        var elements: [Value] = []
        elements.reserveCapacity(tape.count(at: position))
        var next = tape.firstChild(of: position)
        while next < tape.end(of: position) {
            elements.append(try self.element(next, element, level))
            next = tape.next(after: next)
        }
        return .array(elements)
    }

    private mutating func members(
        at position: Int, of member: ValueShape, _ level: Int
    ) throws(TypeMismatch) -> Value {
        guard tape.isObject(at: position) else {
            throw mismatch(position, StandardForm().expectation(of: .dictionary))
        }
        var members = MemberTable()
        var next = tape.firstChild(of: position)
        while next < tape.end(of: position) {
            let value = try element(next + 1, member, level)
            try members.set(value, tape.string(at: next), at: next + 1)
            next = tape.next(after: next + 1)
        }
        return .dictionary(members.members)
    }

    /// Reads the element at a tape index in the stored form of arrays and dictionaries.
    private mutating func element(
        _ position: Int, _ shape: ValueShape, _ level: Int
    ) throws(TypeMismatch) -> Value {
        if case .json = shape.content { return try json(at: position, level: level) }
        var value = Value.null
        if !tape.isNull(at: position) {
            do throws(TypeMismatch) {
                value = try self.value(at: position, as: shape, level: level).element
            } catch {
                guard error.isUnknownCase, shape.isOptional else { throw error }
                if policy != .assignNil { mismatches.append(error) }
                hasSubstitute = true
                return .null
            }
        }
        guard !value.isNull || shape.isOptional else {
            throw TypeMismatch(
                position: position, expected: expectation(of: shape), found: tape.word(at: position)
            )
        }
        return value
    }

    private func converted(_ position: Int, _ shape: ValueShape) throws(TypeMismatch) -> Value {
        if transforms.isEmpty, let value = StandardForm.value(tape, position, as: shape.type) {
            return value
        }
        let transform = transforms[shape.type] ?? .default
        switch transform.form.read(document, at: position, as: shape.type) {
        case .value(let value): return value
        case .invalid(let reason):
            let couldFit = transform.form.couldRead(tape.kind(at: position), as: shape.type)
            throw mismatch(
                position, transform.form.expectation(of: shape.type), reason, isRightKind: couldFit)
        }
    }

    /// Returns the value if the Swift type accepts it, or the fallback of an unknown case.
    mutating func admitted(
        _ value: Value, _ shape: ValueShape, at position: Int
    ) throws(TypeMismatch) -> Value {
        do throws(ValueMismatch) {
            return try shape.admitted(value)
        } catch {
            let mismatch = TypeMismatch(
                position: position, expected: error.expected,
                found: error.path.isEmpty
                    ? "\(tape.word(at: position)) that is not one"
                    : "\(error.found) at \(error.path)",
                isUnknownCase: error.isUnknownCase)
            return try settled(mismatch, as: shape.type)
        }
    }

    /// Returns the policy's fallback for an unknown case, if any; rethrows any other mismatch.
    mutating func settled(
        _ mismatch: TypeMismatch, as type: AttributeType
    ) throws(TypeMismatch) -> Value {
        guard mismatch.isUnknownCase, case .fallback(let value) = policy.form,
            let kept = type.value(ofElement: value)
        else { throw mismatch }
        hasSubstitute = true
        return kept
    }

    private func expectation(of shape: ValueShape) -> String {
        guard case .some = shape.content else { return StandardForm().expectation(of: shape.type) }
        return shape.expectation
    }

    private func mismatch(
        _ position: Int, _ expected: String, _ reason: String? = nil, isRightKind: Bool = false
    ) -> TypeMismatch {
        let word = tape.word(at: position)
        return TypeMismatch(
            position: position, expected: expected,
            found: reason ?? (isRightKind ? "\(word) that is not one" : word))
    }
}
