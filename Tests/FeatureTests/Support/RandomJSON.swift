import Foundation
import TestSupport

/// JSON of a test, with the known value of each scalar.
indirect enum RandomJSON {
    case null
    case boolean(Bool)
    case number(Number)
    case text(String)
    case array([RandomJSON])
    case object([(key: String, value: RandomJSON)])

    /// A number as it is spelled, with its value given explicitly.
    struct Number {
        let text: String
        var whole: Int64?
        var double: Double?
        var decimal: Decimal?
    }

    static let numbers: [Number] = [
        Number(text: "0", whole: 0), Number(text: "-0", whole: 0), Number(text: "1", whole: 1),
        Number(text: "-1", whole: -1), Number(text: "2", whole: 2), Number(text: "255", whole: 255),
        Number(text: "256", whole: 256), Number(text: "32767", whole: 32767),
        Number(text: "32768", whole: 32768), Number(text: "-32769", whole: -32769),
        Number(text: "65535", whole: 65535), Number(text: "65536", whole: 65536),
        Number(text: "2147483647", whole: 2_147_483_647),
        Number(text: "2147483648", whole: 2_147_483_648),
        Number(text: "4294967295", whole: 4_294_967_295),
        Number(text: "4294967296", whole: 4_294_967_296),
        Number(text: "9007199254740993", whole: 9_007_199_254_740_993),
        Number(text: "9223372036854775807", whole: .max),
        Number(text: "-9223372036854775808", whole: .min), Number(text: "1e3", whole: 1000),
        Number(text: "4.0", whole: 4), Number(text: "9223372036854775808"),
        Number(text: "1.5"), Number(text: "-0.0", whole: 0), Number(text: "0.1"),
        Number(text: "123456789012345678901234567890.25"), Number(text: "1e38"),
        Number(text: "5e-324"), Number(text: "1.7976931348623157e308"), Number(text: "1e400"),
    ].map { number in
        var number = number
        number.double = Double(number.text).flatMap { $0.isFinite ? $0 + 0 : nil }
        let isHuge = number.text.contains("e308") || number.text.contains("e400")
        let isTiny = number.text.contains("e-324")
        number.decimal = isHuge || isTiny ? nil : Decimal(string: number.text)
        return number
    }

    static let texts = [
        "", " ", "a", "junior", "senior", "boss", "Junior", "4", "-7", "1.5", "1e3", "4x", "true",
        "no", "2014-08-31T00:29:15Z", "2014-08-31", "2014-13-31", "aGk=", "aGk", "YQ==", "*",
        "E621E1F8-C36C-495A-93FC-0C247A3E6E5F", "e621e1f8-c36c-495a-93fc-0c247a3e6e5f",
        "E621E1F8", "http://a/b?c=d#e", "http://a:b", "http://[", "1:2", "http://h:80:90/",
        "http://h:70000/", ":*7vxck#sf#adsa", "a b", "mailto:a@b", "\u{E9}", "e\u{301}", "👩‍👧",
        "\u{0}",
        "\"\\\n", "9223372036854775808", "nan", "inf", "0x10",
    ]

    static func random(_ depth: Int, _ generator: inout SeededGenerator) -> RandomJSON {
        switch Int.random(in: 0..<(depth > 0 ? 12 : 9), using: &generator) {
        case 0: return .null
        case 1: return .boolean(generator.chance(0.5))
        case 2...4: return .number(generator.pick(numbers))
        case 5...8: return .text(generator.pick(texts))
        case 9, 10:
            let count = Int.random(in: 0...3, using: &generator)
            return .array((0..<count).map { _ in random(depth - 1, &generator) })
        default:
            let count = Int.random(in: 0...3, using: &generator)
            let keys = ["a", "b", "\u{E9}", "e\u{301}", "c"].shuffled(using: &generator)
            return .object(
                (0..<count).map { (keys[$0], random(depth - 1, &generator)) })
        }
    }

    /// The JSON text.
    var json: String {
        switch self {
        case .null: return "null"
        case .boolean(let flag): return "\(flag)"
        case .number(let number): return number.text
        case .text(let text): return RandomJSON.quoted(text)
        case .array(let elements): return "[\(elements.map(\.json).joined(separator: ","))]"
        case .object(let members):
            let texts = members.map { "\(RandomJSON.quoted($0.key)):\($0.value.json)" }
            return "{\(texts.joined(separator: ","))}"
        }
    }

    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case "\u{0}"..."\u{1F}":
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
