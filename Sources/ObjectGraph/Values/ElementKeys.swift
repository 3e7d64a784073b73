#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The elements of a foreign-key array, converted to the type of the key attribute at
/// the other end.
///
/// Each element is converted like the value of a scalar foreign key of that type, so `"4"`, `4` and
/// `4.0` all refer to the object with the key 4. Stores and contexts share this conversion and
/// therefore find the same objects.
package struct ElementKeys: Sendable, Hashable {
    /// Elements as values of the key attribute's type, without duplicates, in order.
    package private(set) var fitting: [Value] = []
    /// Elements that no value of the type equals, without duplicates, in order.
    package private(set) var mismatches: [Value] = []

    /// Converts elements, ignoring null.
    ///
    /// - Complexity: O(*n*) for *n* elements.
    package init(_ elements: [Value], for type: AttributeType) {
        var seen: Set<Value> = []
        for element in elements where !element.isNull {
            guard let key = type.key(for: element) else {
                if seen.insert(element).inserted { mismatches.append(element) }
                continue
            }
            if seen.insert(key).inserted { fitting.append(key) }
        }
    }
}

extension AttributeType {
    /// Converts an element to a value of this type; `nil` if there is none.
    fileprivate func key(for element: Value) -> Value? {
        // A URL is stored as its text, and not every text is a valid URL.
        if self == .url, case .string(let text) = element, URL(strictly: text) == nil { return nil }
        if let fitting = normalized(element) { return fitting }
        switch (self, element) {
        case (.integer16, _), (.integer32, _), (.integer64, _):
            return element.wholeNumber.flatMap { normalized(.integer($0)) }
        case (.float, .string(let text)), (.double, .string(let text)):
            return Value(numberText: text).flatMap { normalized($0) }
        case (.decimal, .double(let number)): return Value(storedDecimal: "\(number)")
        case (.decimal, .string(let text)):
            return Value(numberText: text).flatMap { _ in Value(storedDecimal: text) }
        case (.string, .boolean), (.string, .integer), (.string, .double):
            return .string(ValueJSON.text(element))
        case (.boolean, .integer(let number)) where number == 0 || number == 1:
            return .boolean(number == 1)
        case (.date, .string(let text)): return Timestamp(iso8601: Array(text.utf8)).map(Value.date)
        case (.uuid, .string(let text)): return Value(uuid: text.utf8)
        case (.data, .string(let text)): return Data(base64Encoded: text).map { .data(Array($0)) }
        case (.data, .array(let bytes)):
            let values = bytes.compactMap { $0.wholeNumber.flatMap(UInt8.init(exactly:)) }
            guard values.count == bytes.count else { return nil }
            return .data(values)
        default: return nil
        }
    }
}

extension Value {
    /// The integer that the value represents as a number, Boolean value or string; otherwise `nil`.
    fileprivate var wholeNumber: Int64? {
        switch self {
        case .integer(let number): number
        case .double(let number): Int64(exactly: number)
        case .boolean(let flag): flag ? 1 : 0
        case .string(let text): Value(numberText: text)?.wholeNumber
        default: nil
        }
    }

    /// Reads a number from a string that follows JSON's grammar of numbers.
    fileprivate init?(numberText text: String) {
        guard text.utf8.allSatisfy(Array("+-.0123456789Ee".utf8).contains),
            let number = ValueJSON.value(text)
        else { return nil }
        self = number
    }
}
