import ObjectGraph

/// The elements of a foreign-key array in the forms of a ``KeyList``.
///
/// SQL calls it as `mercator_elements(array, type)`. It gives `{"fit": […], "misfit": […]}`: the
/// elements that an attribute of the type can equal, each once and in order, and those that it never
/// equals, as the JSON texts of their values.
enum KeyElements {
    /// Takes the stored text of an array apart; `nil` if it is none, or if there is no such type.
    static func text(of array: String, type: String) -> String? {
        guard case .array(let elements)? = ValueJSON.value(array),
            let type = AttributeType(rawValue: type)
        else { return nil }
        let keys = ElementKeys(elements, for: type)
        let list = KeyList.keys(keys.fitting.map { [$0] }, forms: [form(of: type)])
        guard case .string(let fit) = list else { return nil }
        let misfit = ValueJSON.text(.array(keys.misfits.map { .string(ValueJSON.text($0)) }))
        return #"{"fit":\#(fit),"misfit":\#(misfit)}"#
    }

    /// The value of a text among the misfits.
    static func misfit(_ text: String) throws(StoreError) -> Value {
        guard let value = ValueJSON.value(text) else {
            throw StoreError(.corrupt, "an element of a foreign-key array is no JSON")
        }
        return value
    }

    /// How JSON carries the elements; it is the same for all arrays, as one statement reads them.
    static func form(of type: AttributeType) -> KeyList.Form {
        switch type {
        case .string, .url: .textBytes
        case .data: .bytes
        case .float, .double: .bits
        default: .plain
        }
    }
}
