import Foundation
import Mercator

/// The expected conversion of a value according to the table, computed without the engine.
enum Reference<Content> {
    case value(Content)
    /// The path of the first issue, relative to the attribute.
    case issue(String)
    /// An unknown case, for which an optional attribute becomes nil.
    case unknownCase(String)
}

/// A Swift type for which the reference implements the conversions.
protocol Referenced: AttributeValue, Equatable {
    static func reference(_ json: RandomJSON) -> Reference<Self>
}

extension Referenced {
    fileprivate static func fitting(_ value: Self?) -> Reference<Self> {
        value.map(Reference.value) ?? .issue("")
    }
}

extension RandomJSON {
    /// The number itself, or the number in the string.
    fileprivate var asNumber: Number? {
        switch self {
        case .number(let number): return number
        case .text("4"): return Number(text: "4", whole: 4, double: 4, decimal: 4)
        case .text("-7"): return Number(text: "-7", whole: -7, double: -7, decimal: -7)
        case .text("1.5"):
            return Number(text: "1.5", whole: nil, double: 1.5, decimal: Decimal(string: "1.5"))
        case .text("1e3"): return Number(text: "1e3", whole: 1000, double: 1000, decimal: 1000)
        case .text("9223372036854775808"):
            return Number(
                text: "", whole: nil, double: 9_223_372_036_854_775_808,
                decimal: Decimal(string: "9223372036854775808"))
        default: return nil
        }
    }

    fileprivate var asWhole: Int64? {
        if case .boolean(let flag) = self { return flag ? 1 : 0 }
        return asNumber?.whole
    }

    fileprivate var asText: String? {
        switch self {
        case .text(let text): text
        case .number(let number): number.text
        case .boolean(let flag): "\(flag)"
        case .null, .array, .object: nil
        }
    }
}

extension Referenced where Self: FixedWidthInteger {
    static func reference(_ json: RandomJSON) -> Reference<Self> {
        fitting(json.asWhole.flatMap(Self.init(exactly:)))
    }
}
extension Int: Referenced {}
extension Int64: Referenced {}
extension Int32: Referenced {}
extension Int16: Referenced {}
extension UInt32: Referenced {}
extension UInt16: Referenced {}
extension UInt8: Referenced {}

extension Bool: Referenced {
    static func reference(_ json: RandomJSON) -> Reference<Bool> {
        switch json {
        case .boolean(let flag): return .value(flag)
        case .number(let number) where number.whole == 0 || number.whole == 1:
            return .value(number.whole == 1)
        case .text("true"): return .value(true)
        case .text("no"): return .value(false)
        default: return .issue("")
        }
    }
}

extension Double: Referenced {
    static func reference(_ json: RandomJSON) -> Reference<Double> {
        fitting(json.asNumber?.double)
    }
}

extension Float: Referenced {
    static func reference(_ json: RandomJSON) -> Reference<Float> {
        fitting(
            json.asNumber?.double.flatMap { number in
                let nearest = Float(number)
                return nearest.isFinite && (nearest != 0 || number == 0) ? nearest : nil
            })
    }
}

extension Decimal: Referenced {
    static func reference(_ json: RandomJSON) -> Reference<Decimal> {
        fitting(json.asNumber?.decimal)
    }
}

extension String: Referenced {
    static func reference(_ json: RandomJSON) -> Reference<String> { fitting(json.asText) }
}

extension Timestamp: Referenced {
    static func reference(_ json: RandomJSON) -> Reference<Timestamp> {
        guard case .text(let text) = json, text.hasPrefix("2014-08") else { return .issue("") }
        // 31 August 2014 began 1 409 443 200 seconds after 1970.
        return fitting(
            Timestamp(seconds: 1_409_443_200 + (text.count > 10 ? 29 * 60 + 15 : 0), nanoseconds: 0)
        )
    }
}

extension UUID: Referenced {
    static func reference(_ json: RandomJSON) -> Reference<UUID> {
        guard case .text(let text) = json else { return .issue("") }
        return fitting(UUID(uuidString: text))
    }
}

extension URL: Referenced {
    static func reference(_ json: RandomJSON) -> Reference<URL> {
        guard case .text(let text) = json, text != "http://h:70000/" else { return .issue("") }
        // Non-ASCII letters are allowed; other non-ASCII characters do not occur here.
        guard text.utf8.allSatisfy({ $0 < 0x80 }) else { return fitting(URL(string: text)) }
        return fitting(URL(string: text, encodingInvalidCharacters: false))
    }
}

extension Data: Referenced {
    static func reference(_ json: RandomJSON) -> Reference<Data> {
        guard case .text(let text) = json else { return .issue("") }
        return fitting(Data(base64Encoded: text))
    }
}

enum Level: String, Referenced {
    case junior, senior
    static func reference(_ json: RandomJSON) -> Reference<Level> {
        guard let text = json.asText else { return .issue("") }
        return Level(rawValue: text).map(Reference.value) ?? .unknownCase("")
    }
}

extension Value: Referenced {
    static func reference(_ json: RandomJSON) -> Reference<Value> {
        switch json {
        case .null: return .value(.null)
        case .boolean(let flag): return .value(.boolean(flag))
        case .number(let number):
            let isPlain = number.text.allSatisfy { $0.isNumber || $0 == "-" }
            if isPlain, let whole = number.whole { return .value(.integer(whole)) }
            return fitting(number.double.map(Value.double))
        case .text(let text): return .value(.string(text))
        case .array(let elements):
            return [Value].reference(.array(elements)).map(Value.array)
        case .object(let members):
            return [String: Value].reference(.object(members)).map(Value.dictionary)
        }
    }
}

extension Reference {
    func map<Other>(_ change: (Content) -> Other) -> Reference<Other> {
        switch self {
        case .value(let content): .value(change(content))
        case .issue(let path): .issue(path)
        case .unknownCase(let path): .unknownCase(path)
        }
    }

    fileprivate func below(_ step: String) -> Reference {
        switch self {
        case .value: self
        case .issue(let path): .issue(step + path)
        case .unknownCase(let path): .unknownCase(step + path)
        }
    }
}

extension Optional: Referenced where Wrapped: Referenced {
    static func reference(_ json: RandomJSON) -> Reference<Wrapped?> {
        if case .null = json { return .value(nil) }
        // An empty string is read as no date and no URL.
        if case .text("") = json, [.date, .url].contains(Wrapped.attributeType) {
            return .value(nil)
        }
        return Wrapped.reference(json).map { $0 }
    }
}

extension Array: Referenced where Element: Referenced {
    static func reference(_ json: RandomJSON) -> Reference<[Element]> {
        guard case .array(let elements) = json else {
            if case .null = json { return .issue("") }
            return Element.reference(json).map { [$0] }
        }
        var values: [Element] = []
        for (index, element) in elements.enumerated() {
            switch Element.reference(element).below("[\(index)]") {
            case .value(let value): values.append(value)
            case .issue(let path): return .issue(path)
            case .unknownCase(let path): return .unknownCase(path)
            }
        }
        return .value(values)
    }
}

extension Dictionary: Referenced where Key == String, Value: Referenced {
    static func reference(_ json: RandomJSON) -> Reference<[String: Value]> {
        guard case .object(let members) = json else { return .issue("") }
        var values: [String: Value] = [:]
        for (key, member) in members {
            let step = ".\(key)"
            switch Value.reference(member).below(step) {
            case .value(let value):
                guard values.updateValue(value, forKey: key) == nil else { return .issue(step) }
            case .issue(let path): return .issue(path)
            case .unknownCase(let path): return .unknownCase(path)
            }
        }
        return .value(values)
    }
}
