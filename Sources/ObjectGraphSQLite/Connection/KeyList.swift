import ObjectGraph
import ObjectGraphSQL

/// Encodes many keys as one bound value: a JSON array that is read with SQLite's `json_each`.
///
/// With a single parameter for any number of keys, the text of a statement is always the same, so
/// that it is prepared once.
enum KeyList {
    /// Returns integers as a JSON array: `[1,2,3]`.
    static func numbers(_ numbers: [Int64]) -> Value {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(numbers.count * 8 + 2)
        bytes.append(UInt8(ascii: "["))
        for number in numbers {
            if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
            append(number, to: &bytes)
        }
        bytes.append(UInt8(ascii: "]"))
        return .string(String(decoding: bytes, as: UTF8.self))
    }

    /// Returns keys of one or several parts as a JSON array: `[1,2]`, or `[[1,"a"],[2,null]]`.
    static func keys(_ keys: [[Value]], forms: [Form]) -> Value {
        var bytes: [UInt8] = [UInt8(ascii: "[")]
        for (index, key) in keys.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            if forms.count > 1 { bytes.append(UInt8(ascii: "[")) }
            for (part, (value, form)) in zip(key, forms).enumerated() {
                if part > 0 { bytes.append(UInt8(ascii: ",")) }
                append(value, form, to: &bytes)
            }
            if forms.count > 1 { bytes.append(UInt8(ascii: "]")) }
        }
        bytes.append(UInt8(ascii: "]"))
        return .string(String(decoding: bytes, as: UTF8.self))
    }

    /// The encodings of key values that represent them exactly in JSON.
    enum Form: Hashable {
        /// The value itself, for integers and for strings without NUL.
        case plain
        /// The bits of a floating-point number, as an integer.
        case bits
        /// Hexadecimal digits, for bytes.
        case bytes
        /// Hexadecimal digits, for strings with NUL.
        ///
        /// NUL would end the text in SQLite's JSON functions.
        case textBytes

        /// Returns the encoding for values of one kind or `null`.
        static func of(_ values: some Sequence<Value>) -> Form {
            for value in values {
                switch value {
                case .double: return .bits
                case .data: return .bytes
                case .string(let text) where text.utf8.contains(0): return .textBytes
                case .array, .dictionary, .null, .string: continue
                default: return .plain
                }
            }
            return .plain
        }

        /// Returns the SQL expression that decodes an element.
        func sql(_ element: String) -> String {
            switch self {
            case .plain: element
            case .bits: "mercator_double(\(element))"
            case .bytes: "mercator_bytes(\(element))"
            case .textBytes: "CAST(mercator_bytes(\(element)) AS TEXT)"
            }
        }
    }

    private static func append(_ value: Value, _ form: Form, to bytes: inout [UInt8]) {
        switch (value, form) {
        case (.null, _): bytes.append(contentsOf: "null".utf8)
        case (.integer(let number), _): append(number, to: &bytes)
        case (.boolean(let flag), _): bytes.append(flag ? UInt8(ascii: "1") : UInt8(ascii: "0"))
        case (.double(let number), _):
            append(Int64(bitPattern: (number == 0 ? 0 : number).bitPattern), to: &bytes)
        case (.data(let data), _): append(hexadecimal: data, to: &bytes)
        case (.string(let text), .textBytes): append(hexadecimal: Array(text.utf8), to: &bytes)
        case (.string, _): append(json: value, to: &bytes)
        case (.date(let instant), _): append(json: .string(instant.sortableText), to: &bytes)
        case (.decimal, _), (.uuid, _):
            append(json: value.storedText.map(Value.string) ?? .null, to: &bytes)
        case (.array, _), (.dictionary, _):
            append(json: .string(ValueJSON.text(value)), to: &bytes)
        }
    }

    private static func append(json value: Value, to bytes: inout [UInt8]) {
        bytes.append(contentsOf: ValueJSON.text(value).utf8)
    }

    private static func append(hexadecimal data: [UInt8], to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        bytes.appendHexadecimal(data)
        bytes.append(UInt8(ascii: "\""))
    }

    private static func append(_ number: Int64, to bytes: inout [UInt8]) {
        if number < 0 { bytes.append(UInt8(ascii: "-")) }
        var rest = number.magnitude
        let start = bytes.count
        repeat {
            bytes.append(UInt8(truncatingIfNeeded: 0x30 + rest % 10))
            rest /= 10
        } while rest > 0
        bytes[start...].reverse()
    }
}
