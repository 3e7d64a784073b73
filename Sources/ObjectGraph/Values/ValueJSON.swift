#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The JSON form of stored arrays and dictionaries.
package enum ValueJSON {
    /// The limit of nesting when reading.
    ///
    /// The writer never exceeds it.
    private static let depthLimit = Value.nestingLimit

    /// Returns the JSON text of a value.
    ///
    /// Members are sorted by name, so equal values have equal texts.
    package static func text(_ value: Value) -> String {
        var writer = Writer()
        writer.write(value)
        return writer.text
    }

    /// Reads a JSON text; `nil` if it is invalid.
    ///
    /// Numbers with a period or an exponent become doubles, as do integers beyond 64 bits.
    package static func value(_ text: String) -> Value? { value(Array(text.utf8)) }

    /// Reads the UTF-8 bytes of a JSON text in the same way.
    package static func value(_ text: [UInt8]) -> Value? {
        var reader = Reader(bytes: text)
        guard let value = reader.value(depth: 0) else { return nil }
        reader.skipSpace()
        // A conditional expression with `nil` would produce `Value.null` instead of a
        // missing value.
        guard reader.offset == reader.bytes.count else { return nil }
        return value
    }

    private struct Writer {
        private var bytes: [UInt8] = []

        var text: String { String(decoding: bytes, as: UTF8.self) }

        mutating func write(_ value: Value) {
            switch value {
            case .null: append("null")
            case .boolean(let flag): append(flag ? "true" : "false")
            case .integer(let number): append(String(number))
            case .double(let number): append(number.isFinite ? "\(number)" : "null")
            case .string(let string): write(string)
            case .array(let elements):
                append("[")
                for (index, element) in elements.enumerated() {
                    if index > 0 { append(",") }
                    write(element)
                }
                append("]")
            case .dictionary(let members):
                append("{")
                for (index, name) in members.keys.sorted().enumerated() {
                    if index > 0 { append(",") }
                    write(name)
                    append(":")
                    write(members[name] ?? .null)
                }
                append("}")
            case .decimal, .date, .data, .uuid: write(value.element)
            }
        }

        private mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

        private mutating func write(_ string: String) {
            bytes.append(UInt8(ascii: "\""))
            if string.utf8.contains(where: Self.isEscaped) {
                for byte in string.utf8 { write(byte) }
            } else {
                append(string)
            }
            bytes.append(UInt8(ascii: "\""))
        }

        private mutating func write(_ byte: UInt8) {
            guard Self.isEscaped(byte) else { return bytes.append(byte) }
            bytes.append(UInt8(ascii: "\\"))
            guard byte < 0x20 else { return bytes.append(byte) }
            append(byte < 0x10 ? "u000" : "u00")
            append(String(byte, radix: 16))
        }

        private static func isEscaped(_ byte: UInt8) -> Bool {
            byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
        }
    }

    private struct Reader {
        let bytes: [UInt8]
        var offset = 0

        mutating func skipSpace() {
            while offset < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[offset]) {
                offset += 1
            }
        }

        mutating func skip(_ byte: UInt8) -> Bool {
            skipSpace()
            guard offset < bytes.count, bytes[offset] == byte else { return false }
            offset += 1
            return true
        }

        mutating func value(depth: Int) -> Value? {
            skipSpace()
            guard offset < bytes.count else { return nil }
            switch bytes[offset] {
            case UInt8(ascii: "{"):
                return depth < ValueJSON.depthLimit ? dictionary(depth: depth) : nil
            case UInt8(ascii: "["):
                return depth < ValueJSON.depthLimit ? array(depth: depth) : nil
            case UInt8(ascii: "\""): return string().map(Value.string)
            default: return scalar()
            }
        }

        private mutating func array(depth: Int) -> Value? {
            var elements: [Value] = []
            offset += 1
            if skip(UInt8(ascii: "]")) { return .array([]) }
            repeat {
                guard let element = value(depth: depth + 1) else { return nil }
                elements.append(element)
            } while skip(UInt8(ascii: ","))
            guard skip(UInt8(ascii: "]")) else { return nil }
            return .array(elements)
        }

        private mutating func dictionary(depth: Int) -> Value? {
            var members: [String: Value] = [:]
            offset += 1
            if skip(UInt8(ascii: "}")) { return .dictionary([:]) }
            repeat {
                skipSpace()
                guard let name = string(), skip(UInt8(ascii: ":")),
                    let member = value(depth: depth + 1)
                else { return nil }
                members[name] = member
            } while skip(UInt8(ascii: ","))
            guard skip(UInt8(ascii: "}")) else { return nil }
            return .dictionary(members)
        }

        private mutating func scalar() -> Value? {
            let start = offset
            while offset < bytes.count, !Array(",]} \t\r\n".utf8).contains(bytes[offset]) {
                offset += 1
            }
            let word = String(decoding: bytes[start..<offset], as: UTF8.self)
            switch word {
            case "null": return .null
            case "true": return .boolean(true)
            case "false": return .boolean(false)
            default:
                guard isNumber(bytes[start..<offset]) else { return nil }
                return Int64(word).map(Value.integer) ?? Double(word).map(Value.double)
            }
        }

        /// Tests whether the bytes are a number by RFC 8259, section 6.
        ///
        /// Swift's initializers accept more.
        private func isNumber(_ word: ArraySlice<UInt8>) -> Bool {
            var rest = word
            func digits() -> Int {
                let count = rest.prefix { (0x30...0x39).contains($0) }.count
                rest = rest.dropFirst(count)
                return count
            }
            func skip(_ bytes: String) -> Bool {
                guard let first = rest.first, bytes.utf8.contains(first) else { return false }
                rest = rest.dropFirst()
                return true
            }
            _ = skip("-")
            let startsWithZero = rest.first == 0x30
            let whole = digits()
            guard whole > 0, !startsWithZero || whole == 1 else { return false }
            if skip("."), digits() == 0 { return false }
            if skip("eE") {
                _ = skip("+-")
                if digits() == 0 { return false }
            }
            return rest.isEmpty
        }

        private mutating func string() -> String? {
            guard offset < bytes.count, bytes[offset] == UInt8(ascii: "\"") else { return nil }
            var decoded: [UInt8] = []
            offset += 1
            while offset < bytes.count {
                let byte = bytes[offset]
                offset += 1
                switch byte {
                case UInt8(ascii: "\""): return String(decoding: decoded, as: UTF8.self)
                case UInt8(ascii: "\\"):
                    guard let text = escape() else { return nil }
                    decoded.append(contentsOf: text)
                default: decoded.append(byte)
                }
            }
            return nil
        }

        /// Reads the escape sequence after a backslash.
        ///
        /// The writer produces only some of these escapes; SQLite and people write the others.
        private mutating func escape() -> [UInt8]? {
            guard offset < bytes.count else { return nil }
            let byte = bytes[offset]
            offset += 1
            switch byte {
            case UInt8(ascii: "n"): return [0x0A]
            case UInt8(ascii: "t"): return [0x09]
            case UInt8(ascii: "r"): return [0x0D]
            case UInt8(ascii: "b"): return [0x08]
            case UInt8(ascii: "f"): return [0x0C]
            case UInt8(ascii: "u"):
                guard let unit = codeUnit() else { return nil }
                guard UTF16.isLeadSurrogate(unit) else {
                    return Unicode.Scalar(unit).map { Array(String($0).utf8) }
                }
                guard bytes[offset...].starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "u")])
                else { return nil }
                offset += 2
                guard let low = codeUnit(), UTF16.isTrailSurrogate(low) else { return nil }
                return Array(String(decoding: [unit, low], as: UTF16.self).utf8)
            case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
            default: return nil
            }
        }

        private mutating func codeUnit() -> UInt16? {
            guard bytes.count - offset >= 4 else { return nil }
            let digits = String(decoding: bytes[offset..<(offset + 4)], as: UTF8.self)
            offset += 4
            return digits.first == "+" || digits.first == "-" ? nil : UInt16(digits, radix: 16)
        }
    }
}
