import ObjectGraph
import ObjectGraphSQL

/// The elements of a foreign-key array in the encodings of a ``KeyList``.
///
/// SQL calls it as `mercator_elements(array, type)`. The result is `{"fit": […], "mismatch": […]}`:
/// the elements that a value of the type can equal, in order and without duplicates, and the others
/// as the JSON texts of their values.
enum KeyElements {
    /// Converts the stored text of an array; `nil` for other texts, and for unknown types.
    static func text(of array: String, type: String) -> String? {
        guard case .array(let elements)? = ValueJSON.value(array),
            let type = AttributeType(rawValue: type)
        else { return nil }
        let keys = ElementKeys(elements, for: type)
        let list = KeyList.keys(keys.fitting.map { [$0] }, forms: [form(of: type)])
        guard case .string(let fit) = list else { return nil }
        let mismatch = ValueJSON.text(.array(keys.mismatches.map { .string(ValueJSON.text($0)) }))
        return #"{"fit":\#(fit),"mismatch":\#(mismatch)}"#
    }

    /// Returns the encoding of the elements.
    ///
    /// It is the same for all arrays, because one statement reads them.
    static func form(of type: AttributeType) -> KeyList.Form {
        switch type {
        case .string, .url: .textBytes
        case .data: .bytes
        case .float, .double: .bits
        default: .plain
        }
    }
}
