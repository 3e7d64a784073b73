import EntityMapper
import MappingConventions
import RepresentationWriting

/// The header fields of a request, with unique, case-insensitive names.
///
/// ```swift
/// var headers: RequestHeaders = ["Content-Type": "application/json"]
/// headers["X-Token"] = token
/// headers["content-type"] = nil        // takes it out
/// ```
///
/// Source: RFC 9110, section 5.1.
public struct RequestHeaders: Sendable, Hashable, ExpressibleByDictionaryLiteral {
    /// The fields, in the order in which they were first set.
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

    /// Accesses the value of a field; setting `nil` removes the field.
    ///
    /// - Parameter name: The name, which is not case-sensitive.
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
