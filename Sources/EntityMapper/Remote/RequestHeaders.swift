/// The header fields of a request, each name once, whatever its case.
///
/// ```swift
/// var headers: RequestHeaders = ["Content-Type": "application/json"]
/// headers["X-Token"] = token
/// headers["content-type"] = nil        // takes it out
/// ```
///
/// Source: RFC 9110, section 5.1.
public struct RequestHeaders: Sendable, Hashable, ExpressibleByDictionaryLiteral {
    /// The fields, in the order they were set first.
    public private(set) var fields: [Field] = []

    /// One header field.
    public struct Field: Sendable, Hashable {
        /// The name, as it was written first.
        public let name: String
        /// The value.
        public internal(set) var value: String
    }

    /// Makes header fields; of several with one name the last one counts.
    ///
    /// - Parameter elements: Names and values.
    public init(dictionaryLiteral elements: (String, String)...) {
        for (name, value) in elements { self[name] = value }
    }

    /// The value of a field; `nil` if there is none, and to take one out.
    ///
    /// - Parameter name: The name, whose case does not count.
    public subscript(name: String) -> String? {
        get { place(of: name).map { fields[$0].value } }
        set {
            switch (place(of: name), newValue) {
            case (let place?, let value?): fields[place].value = value
            case (let place?, nil): fields.remove(at: place)
            case (nil, let value?): fields.append(Field(name: name, value: value))
            case (nil, nil): break
            }
        }
    }

    private func place(of name: String) -> Int? {
        let wanted = name.lowercased()
        return fields.firstIndex { $0.name.lowercased() == wanted }
    }
}
