import EntityMapper
import MercatorPayload
import ObjectGraph

/// Arrays that a payload replaces by their element if they have exactly one.
struct WrappedForm: WrappingForm, ArrangingForm {
    let inner = ValueTransform.default

    func problem(for type: AttributeType) -> String? { type == .array ? nil : "gives arrays" }

    func read(
        _ document: PayloadDocument, at position: Int, as type: AttributeType
    ) -> Conversion.Outcome {
        inner.form.read(document, at: position, as: type)
    }

    func arranged(_ elements: [Value]) -> [Value] { elements }

    func write(_ value: Value, as type: AttributeType) -> Conversion.Representation {
        guard case .array(let elements) = value, elements.count == 1, !elements[0].isNull else {
            return inner.form.write(value, as: type)
        }
        // A nested array would be read back as the array itself.
        if case .array = elements[0] { return inner.form.write(value, as: type) }
        return PayloadNode(elements[0].element).map(Conversion.Representation.node)
            ?? inner.form.write(value, as: type)
    }
}

/// Arrays without duplicates, each element at its first occurrence.
struct UniqueForm: WrappingForm, ArrangingForm {
    let inner = ValueTransform.default

    func problem(for type: AttributeType) -> String? { type == .array ? nil : "gives arrays" }

    func read(
        _ document: PayloadDocument, at position: Int, as type: AttributeType
    ) -> Conversion.Outcome {
        let outcome = inner.form.read(document, at: position, as: type)
        guard case .value(.array(let elements)) = outcome else { return outcome }
        return .value(.array(arranged(elements)))
    }

    func arranged(_ elements: [Value]) -> [Value] {
        var known: Set<Value> = []
        return elements.filter { known.insert($0).inserted }
    }
}

/// Dictionaries with a single key and an empty value, which a payload abbreviates to the key.
struct KeyForm: ValueCodec {
    func problem(for type: AttributeType) -> String? {
        type == .dictionary ? nil : "gives dictionaries"
    }

    func expectation(of type: AttributeType) -> String { "text as the key of a dictionary" }

    func read(
        _ document: PayloadDocument, at position: Int, as type: AttributeType
    ) -> Conversion.Outcome {
        guard !document.tape.isContainer(at: position) else { return .invalid(reason: nil) }
        return .value(.dictionary([document.tape.string(at: position): [:]]))
    }

    func write(_ value: Value, as type: AttributeType) -> Conversion.Representation {
        guard case .dictionary(let members) = value, members.count == 1,
            let member = members.first, member.value == .dictionary([:])
        else {
            return .invalid(reason: "only a dictionary with one key and nothing behind it has one")
        }
        return .text(member.key)
    }
}
