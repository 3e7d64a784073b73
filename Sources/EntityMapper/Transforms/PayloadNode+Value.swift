import ObjectGraph
import Payload

extension PayloadNode {
    /// A value of the caller, as a payload would have it: dates, bytes, decimals and UUIDs as text.
    init(_ value: Value) {
        switch value {
        case .null: self = .null
        case .boolean(let flag): self = .boolean(flag)
        case .integer(let number): self = .number(String(number))
        case .double(let number): self = number.isFinite ? .number("\(number)") : .null
        case .string(let text): self = .string(text)
        case .decimal, .uuid: self = .string(value.storedText ?? "")
        case .date(let date): self = .string(date.description)
        case .data(let bytes): self = .string(String(decoding: bytes, as: UTF8.self))
        case .array(let elements): self = .array(elements.map(PayloadNode.init))
        case .dictionary(let members):
            self = .object(
                members.sorted { $0.key < $1.key }.map { Member($0.key, PayloadNode($0.value)) })
        }
    }
}
