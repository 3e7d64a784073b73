import ObjectGraph
import Payload

extension PayloadTape {
    /// An array or an object with everything inside, as a value for an attribute.
    ///
    /// Numbers without a fraction that fit 64 bits are integers, all others doubles; one beyond the
    /// largest double does not fit, and neither does the whole.
    func value(at position: Int) -> Value? {
        switch kind(at: position) {
        case .null: return .null
        case .boolean: return boolean(at: position).map(Value.boolean)
        case .string: return .string(string(at: position))
        case .number:
            if isInteger(at: position), let number = int64(at: position) { return .integer(number) }
            return double(at: position).map(Value.double)
        case .array:
            var elements: [Value] = []
            elements.reserveCapacity(count(at: position))
            var place = firstChild(of: position)
            while place < end(of: position) {
                guard let element = value(at: place) else { return nil }
                elements.append(element)
                place = next(after: place)
            }
            return .array(elements)
        case .object:
            var members: [String: Value] = [:]
            var place = firstChild(of: position)
            while place < end(of: position) {
                guard let member = value(at: place + 1) else { return nil }
                members[string(at: place)] = member
                place = next(after: place + 1)
            }
            return .dictionary(members)
        }
    }
}
