public import ObjectGraph
public import Payload

/// Looks at a converted value before it is assigned.
///
/// It is asked only where the value would change something.
///
/// ```swift
/// articles.addValidation(for: "title", ValueValidation("not empty") { title in
///     title == "" ? .reject("a title") : .accept
/// })
/// ```
///
/// Source: key-value validation, as RestKit applies it.
public struct ValueValidation: Sendable, Equatable {
    /// What is checked; validations with one name are taken to be the same.
    public let name: String
    let validate: @Sendable (Value) throws -> Verdict

    /// What becomes of the value.
    public enum Verdict: Sendable, Hashable {
        /// It is assigned.
        case accept
        /// It is left out, silently; the attribute stays as it is.
        case decline
        /// Another one is assigned instead; it must be of the attribute's type.
        case replace(Value)
        /// It does not fit; the text says what was expected. The failure policy decides the rest.
        case reject(String)
    }

    /// Names a closure.
    ///
    /// - Parameters:
    ///   - name: What is checked.
    ///   - validate: Judges a value, which may be null. An error it throws rejects the value.
    public init(_ name: String, _ validate: @escaping @Sendable (Value) throws -> Verdict) {
        self.name = name
        self.validate = validate
    }

    /// Whether both have the same name.
    ///
    /// - Parameters:
    ///   - left: A validation.
    ///   - right: Another one.
    /// - Returns: Whether the names are equal.
    public static func == (left: Self, right: Self) -> Bool { left.name == right.name }
}

/// Looks at a whole record before it is assigned.
///
/// ```swift
/// events.recordValidation = RecordValidation("ends after it starts") { event in
///     guard case .date(let start) = event["startsAt"], case .date(let end) = event["endsAt"] else {
///         return .accept
///     }
///     return start <= end ? .accept : .reject("an end after the start")
/// }
/// ```
public struct RecordValidation: Sendable, Equatable {
    /// What is checked; validations with one name are taken to be the same.
    public let name: String
    let validate: @Sendable (Candidate) throws -> Verdict

    /// An object as it would be.
    public struct Candidate: Sendable {
        /// Whether the object is new.
        public let isNew: Bool
        /// What it is mapped from.
        public let representation: PayloadValue
        let values: [Value]
        let stored: [Value]
        let slots: [String: Int]

        /// The value an attribute would have; null for attributes that the entity does not have.
        ///
        /// - Parameter attribute: The name of the attribute.
        public subscript(attribute: String) -> Value {
            slots[attribute].map { values[$0] } ?? .null
        }

        /// The value an attribute had before; of a new object the model's default, and null for
        /// attributes that the entity does not have.
        ///
        /// - Parameter attribute: The name of the attribute.
        /// - Returns: The value.
        public func storedValue(of attribute: String) -> Value {
            slots[attribute].map { stored[$0] } ?? .null
        }
    }

    /// What becomes of the record.
    public enum Verdict: Sendable, Hashable {
        /// It is assigned.
        case accept
        /// It is left out, silently.
        case decline
        /// It does not fit; the text says what was expected. The failure policy decides the rest.
        case reject(String)
    }

    /// Names a closure.
    ///
    /// - Parameters:
    ///   - name: What is checked.
    ///   - validate: Judges a record. An error it throws rejects the record.
    public init(_ name: String, _ validate: @escaping @Sendable (Candidate) throws -> Verdict) {
        self.name = name
        self.validate = validate
    }

    /// Whether both have the same name.
    ///
    /// - Parameters:
    ///   - left: A validation.
    ///   - right: Another one.
    /// - Returns: Whether the names are equal.
    public static func == (left: Self, right: Self) -> Bool { left.name == right.name }
}
