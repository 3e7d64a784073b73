import EntityMapper
import MercatorPayload
import ObjectGraph

/// No conversion: the value must have the kind that corresponds to the attribute's type.
struct IdentityForm: ValueCodec {
    func problem(for type: AttributeType) -> String? {
        Self.kind(of: type) == nil ? "needs a type that payloads have a kind for" : nil
    }

    func expectation(of type: AttributeType) -> String {
        StandardForm().expectation(of: type)
    }

    func couldRead(_ kind: PayloadKind, as type: AttributeType) -> Bool {
        kind == Self.kind(of: type)
    }

    func read(
        _ document: PayloadDocument, at position: Int, as type: AttributeType
    ) -> Conversion.Outcome {
        guard document.tape.kind(at: position) == Self.kind(of: type) else {
            return .invalid(reason: nil)
        }
        return StandardForm().read(document, at: position, as: type)
    }

    func write(_ value: Value, as type: AttributeType) -> Conversion.Representation {
        if case .decimal = value, let digits = value.storedText { return .node(.number(digits)) }
        return StandardForm().write(value, as: type)
    }

    private static func kind(of type: AttributeType) -> PayloadKind? {
        switch type {
        case .boolean: .boolean
        case .integer16, .integer32, .integer64, .float, .double, .decimal: .number
        case .string: .string
        case .array: .array
        case .dictionary: .object
        case .date, .data, .uuid, .url: nil
        }
    }
}
