import EntityMapper
import MercatorPayload
import ObjectGraph

/// Bytes, or the UTF-8 bytes of a string, in base64.
struct Base64Form: ValueCodec {
    let name: String
    let alphabet: Base64

    func problem(for type: AttributeType) -> String? {
        type == .data || type == .string ? nil : "gives bytes or text"
    }

    func expectation(of type: AttributeType) -> String { "\(type.word) as \(name)" }

    func read(
        _ document: PayloadDocument, at position: Int, as type: AttributeType
    ) -> Conversion.Outcome {
        guard document.tape.isString(at: position),
            let bytes = alphabet.bytes(of: document.tape.text(at: position))
        else { return .invalid(reason: nil) }
        guard type == .string else { return Conversion.Outcome(.data(bytes), as: type) }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            return .invalid(reason: "base64 of bytes that are no text in UTF-8")
        }
        return .value(.string(text))
    }

    func common(
        _ tape: PayloadTape, at position: Int, as type: AttributeType
    ) -> CommonValue? {
        guard type == .data, tape.isPlainString(at: position) else { return nil }
        return alphabet.bytes(of: tape.text(at: position)).map { .value(.data($0)) }
    }

    func write(_ value: Value, as type: AttributeType) -> Conversion.Representation {
        switch value {
        case .data(let bytes): .text(alphabet.text(of: bytes))
        case .string(let text): .text(alphabet.text(of: Array(text.utf8)))
        default: .mismatch(value, type)
        }
    }
}
