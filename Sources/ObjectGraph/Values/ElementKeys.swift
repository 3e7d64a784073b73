#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The elements of a foreign-key array as values of the key attribute's type.
///
/// Each element is converted like the value of a scalar foreign key of that type in a payload, so
/// `"4"`, `4` and `4.0` all refer to the object with the key 4. Stores and contexts share this
/// conversion and therefore find the same objects.
///
/// The elements are stored as JSON. A JSON number with a fraction is a double and has lost its
/// digits: `1.10` and `1.1` are the same number. A fraction therefore matches no text. A mapping
/// that connects by the array stores the digits as a string instead.
package struct ElementKeys: Sendable, Hashable {
    /// Elements as values of the key attribute's type, without duplicates, in order.
    package private(set) var fitting: [Value] = []
    /// Elements that no value of the type equals, without duplicates, in order.
    package private(set) var mismatches: [Value] = []

    /// Converts elements, ignoring null and empty strings that are read as null.
    ///
    /// - Complexity: O(*n*) for *n* elements.
    package init(_ elements: [Value], for type: AttributeType) {
        var seen: Set<Value> = []
        for element in elements where !element.isNull {
            guard let key = type.key(for: element) else {
                if seen.insert(element).inserted { mismatches.append(element) }
                continue
            }
            if !key.isNull, seen.insert(key).inserted { fitting.append(key) }
        }
    }
}

extension AttributeType {
    /// Converts an element to a value of this type, or returns `nil`.
    ///
    /// The conversion equals the default conversion of payloads.
    fileprivate func key(for element: Value) -> Value? {
        switch (self, element) {
        case (.url, .string("")), (.date, .string("")): return .some(.null)
        // A URL is stored as its text, and not every text is a valid URL.
        case (.url, .string(let text)): return URL(strictly: text).map { _ in element }
        case (.array, .array), (.array, .null): break
        case (.array, _): return normalized(.array([element]))
        default: break
        }
        if let fitting = normalized(element) { return fitting }
        switch (self, element) {
        case (.integer16, _), (.integer32, _), (.integer64, _):
            return element.wholeNumber.flatMap { normalized(.integer($0)) }
        case (.float, .integer(let number)), (.double, .integer(let number)):
            return normalized(.double(Double(number)))
        case (.float, .string(let text)), (.double, .string(let text)):
            return NumberText(text)?.double.flatMap { normalized(.double($0)) }
        case (.decimal, .double(let number)): return NumberText("\(number)")?.decimal
        case (.decimal, .string(let text)): return NumberText(text)?.decimal
        case (.string, .boolean), (.string, .integer): return .string(ValueJSON.text(element))
        case (.boolean, .integer), (.boolean, .double):
            return element.wholeNumber.flatMap { [0: false, 1: true][$0] }.map(Value.boolean)
        case (.boolean, .string(let text)): return Bool(word: text).map(Value.boolean)
        case (.date, .string(let text)): return Timestamp(iso8601: Array(text.utf8)).map(Value.date)
        case (.uuid, .string(let text)): return Value(uuid: text.utf8)
        case (.data, .string(let text)): return Value(base64: text)
        case (.data, .array(let bytes)):
            let values = bytes.compactMap { $0.wholeNumber.flatMap(UInt8.init(exactly:)) }
            guard values.count == bytes.count else { return nil }
            return .data(values)
        default: return nil
        }
    }
}

extension Bool {
    /// Reads one of the words for a Boolean value in a payload, regardless of case.
    package init?(word: String) {
        let word = word.lowercased()
        if ["true", "t", "yes", "y", "1"].contains(word) {
            self = true
        } else if ["false", "f", "no", "n", "0"].contains(word) {
            self = false
        } else {
            return nil
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
        case .string(let text): NumberText(text)?.integer
        default: nil
        }
    }
}
