/// The header fields of a request or a response, with case-insensitive names.
///
/// ```swift
/// var headers: HeaderFields = ["Content-Type": "application/json"]
/// headers["X-Token"] = token
/// headers["content-type"] = nil        // takes it out
/// headers.append("a", to: "X-Tag")
/// headers.append("b", to: "x-tag")
/// headers["X-Tag"]                     // a, b
/// headers.values(of: "X-Tag")          // ["a", "b"]
/// ```
///
/// A value of a response has one character per byte, as in ISO 8859-1, so that no byte is lost.
///
/// Source: RFC 9110, sections 5.1 to 5.5.
public struct HeaderFields: Sendable, Hashable, ExpressibleByDictionaryLiteral {
    /// The fields in order; a name may occur several times.
    public private(set) var fields: [Field] = []

    /// A header field.
    public struct Field: Sendable, Hashable {
        /// The name, in its original spelling.
        public let name: String
        /// The value.
        public internal(set) var value: String
    }

    /// Creates header fields; the last of several values for a name is used.
    ///
    /// - Parameter elements: Names and values.
    public init(dictionaryLiteral elements: (String, String)...) {
        for (name, value) in elements { self[name] = value }
    }

    /// Accesses the value of a field.
    ///
    /// Several values of a name are joined by commas, in order. `Set-Cookie` is the exception: its
    /// values contain commas, so only the first is returned; see ``values(of:)``. Setting a value
    /// replaces all values of the name, and setting `nil` removes them.
    ///
    /// - Parameter name: The name, which is not case-sensitive.
    /// - Complexity: O(*n*), where *n* is the number of fields.
    public subscript(name: String) -> String? {
        get {
            let values = values(of: name)
            return Self.isEqual(name, "Set-Cookie") || values.count < 2
                ? values.first : values.joined(separator: ", ")
        }
        set {
            let index = fields.firstIndex { Self.isEqual($0.name, name) } ?? fields.endIndex
            let spelling = index < fields.endIndex ? fields[index].name : name
            fields.removeAll { Self.isEqual($0.name, name) }
            if let newValue { fields.insert(Field(name: spelling, value: newValue), at: index) }
        }
    }

    /// Returns all values of a name, in order.
    ///
    /// - Parameter name: The name, which is not case-sensitive.
    /// - Returns: The values; empty if there is no such field.
    /// - Complexity: O(*n*), where *n* is the number of fields.
    public func values(of name: String) -> [String] {
        fields.lazy.filter { Self.isEqual($0.name, name) }.map(\.value)
    }

    /// Appends a field, keeping other values of the name.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - name: The name.
    public mutating func append(_ value: String, to name: String) {
        fields.append(Field(name: name, value: value))
    }

    /// Appends text to the last value, for a field that continues on the next line.
    package mutating func continueLast(with text: String) {
        guard let last = fields.indices.last else { return }
        fields[last].value += (fields[last].value.isEmpty ? "" : " ") + text
    }

    private static func isEqual(_ name: String, _ other: String) -> Bool {
        let (name, other) = (name.utf8, other.utf8)
        return name.count == other.count
            && zip(name, other).allSatisfy { $0.lowercasedASCII == $1.lowercasedASCII }
    }
}

extension HeaderFields {
    /// The name of the first field that cannot be sent; `nil` if all can.
    ///
    /// A name must be a token, and a value consist of tabs and visible ASCII characters and spaces,
    /// with none of these spaces and tabs at its ends. Line breaks in a value would add fields.
    ///
    /// Source: RFC 9110, sections 5.1 and 5.5.
    package var unsendableName: String? {
        fields.first { !$0.name.isToken || !$0.value.isFieldValue }?.name
    }
}

extension String {
    /// Whether the text is a token, as are names of fields and methods.
    ///
    /// Source: RFC 9110, section 5.6.2.
    package var isToken: Bool {
        !isEmpty
            && utf8.allSatisfy {
                switch $0 {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: "!#$%&'*+-.^_`|~".utf8.contains($0)
                }
            }
    }

    /// Whether the text can be the value of a field.
    ///
    /// Source: RFC 9110, section 5.5.
    package var isFieldValue: Bool {
        utf8.allSatisfy { $0 == 0x09 || 0x20...0x7E ~= $0 }
            && utf8.first.map { $0 > 0x20 } != false && utf8.last.map { $0 > 0x20 } != false
    }
}

extension UInt8 {
    fileprivate var lowercasedASCII: UInt8 { 0x41...0x5A ~= self ? self | 0x20 : self }
}
