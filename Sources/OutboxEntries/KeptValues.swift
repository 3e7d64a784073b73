package import MercatorPayload
package import ObjectGraph

/// Attribute values in the text of an entry, exact and with their kinds.
///
/// Values that JSON lacks are objects with the name of the kind: `{"decimal": "1.50"}`.
extension PayloadNode {
    package init(kept values: [String: Value]) {
        self = .object(
            values.sorted { $0.key < $1.key }.map { Member($0.key, PayloadNode(kept: $0.value)) })
    }

    private init(kept value: Value) {
        func tagged(_ kind: String, _ text: String?) -> PayloadNode {
            .object([Member(kind, .string(text ?? ""))])
        }
        self =
            switch value {
            case .null: .null
            case .boolean(let flag): .boolean(flag)
            case .integer(let number): .number(number)
            case .string(let text): .string(text)
            case .double(let number): tagged("double", "\(number)")
            case .decimal: tagged("decimal", value.storedText)
            case .uuid: tagged("uuid", value.storedText)
            case .date(let time): tagged("date", time.sortableText)
            case .data(let bytes): tagged("data", bytes.hexadecimalText)
            case .array, .dictionary: tagged("json", ValueJSON.text(value))
            }
    }
}

extension [String: Value] {
    /// Reads values; `nil` if a value is invalid, and empty without an object.
    package init?(kept object: PayloadValue?) {
        self = [:]
        guard let object else { return }
        for (name, member) in object.members {
            guard let value = Value(kept: member) else { return nil }
            self[name] = value
        }
    }
}

extension Value {
    fileprivate init?(kept node: PayloadValue) {
        switch node.kind {
        case .null: self = .null
        case .boolean: self = .boolean(node.bool == true)
        case .number:
            guard let number = node.int64 else { return nil }
            self = .integer(number)
        case .string:
            guard let text = node.string else { return nil }
            self = .string(text)
        case .array: return nil
        case .object:
            guard let (kind, member) = node.members.first(where: { _ in true }),
                let text = member.string, let value = Self.value(kind, text)
            else { return nil }
            self = value
        }
    }

    private static func value(_ kind: String, _ text: String) -> Value? {
        switch kind {
        case "double": Double(text).map(Value.double)
        case "decimal": Value(storedDecimal: text)
        case "uuid": Value(storedUUID: text)
        case "date": Timestamp(sortableText: text).map(Value.date)
        case "data": [UInt8](hexadecimal: text).map(Value.data)
        case "json": ValueJSON.value(text)
        default: nil
        }
    }
}

extension Timestamp {
    /// The microseconds since the beginning of the year 1, which are never negative.
    package var microseconds: Int64 {
        (seconds - Timestamp.distantPast.seconds) * 1_000_000 + Int64(nanoseconds / 1000)
    }

    package init?(microseconds: Int64) {
        let (seconds, rest) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
        let (sum, isTooLarge) = seconds.addingReportingOverflow(Timestamp.distantPast.seconds)
        guard microseconds >= 0, !isTooLarge else { return nil }
        self.init(seconds: sum, nanoseconds: Int32(rest) * 1000)
    }

    /// Returns the time after a wait, at most the last of all.
    package func advanced(by wait: Duration) -> Timestamp {
        let (seconds, attoseconds) = wait.components
        let (sum, isTooLarge) = seconds.multipliedReportingOverflow(by: 1_000_000)
        let (total, isBeyond) = microseconds.addingReportingOverflow(
            sum + attoseconds / 1_000_000_000_000)
        return isTooLarge || isBeyond
            ? .distantFuture : Timestamp(microseconds: total) ?? .distantFuture
    }
}
