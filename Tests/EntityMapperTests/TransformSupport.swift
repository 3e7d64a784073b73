import EntityMapper
import MercatorPayload
import ObjectGraph

/// Returns the written form of an attribute's value as JSON, or the reason why there is none.
func written(
    _ value: Value, _ type: AttributeType, using transform: ValueTransform = .default
) -> String {
    switch Conversion(type: type, transform: transform).representation(of: value) {
    case .node(let node): json(node)
    case .invalid(let reason): "invalid: \(reason)"
    }
}

/// Returns the result of writing a value and reading it again; `nil` on failure.
func reread(
    _ value: Value, _ type: AttributeType, using transform: ValueTransform
) throws -> Value? {
    let conversion = Conversion(type: type, transform: transform)
    guard case .node(let node) = conversion.representation(of: value) else { return .none }
    let document = try PayloadDocument(parsing: json(node))
    guard case .value(let again) = conversion.convert(document, at: 0) else { return .none }
    return again
}

private func json(_ node: PayloadNode) -> String {
    switch node {
    case .null: return "null"
    case .boolean(let flag): return "\(flag)"
    case .number(let text): return text
    case .string(let text): return ValueJSON.text(.string(text))
    case .array(let elements): return "[\(elements.map(json).joined(separator: ","))]"
    case .object(let members):
        let texts = members.map { "\(ValueJSON.text(.string($0.key))):\(json($0.value))" }
        return "{\(texts.joined(separator: ","))}"
    }
}
