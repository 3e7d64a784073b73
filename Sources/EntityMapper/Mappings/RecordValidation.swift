public import MercatorPayload
public import ObjectGraph

/// A validation of a whole record, run before the record is assigned.
///
/// ```swift
/// events.recordValidation = RecordValidation("ends after it starts") { event in
///     guard case .date(let start) = event["startsAt"],
///         case .date(let end) = event["endsAt"]
///     else { return .accept }
///     return start <= end ? .accept : .reject("an end after the start")
/// }
/// ```
public struct RecordValidation: NamedClosure {
    /// The name of the validation; validations with equal names are considered equal.
    public let name: String
    let validate: @Sendable (Candidate) throws -> Verdict

    /// The prospective state of an object.
    public struct Candidate: Sendable {
        /// Indicates whether the object is to be inserted.
        public let isNew: Bool
        /// The representation that is mapped.
        public let representation: PayloadValue
        let values: [Value]
        let stored: [Value]
        let slots: [String: Int]

        /// Returns the prospective value of an attribute; null if the entity lacks the attribute.
        ///
        /// - Parameter attribute: The name of the attribute.
        public subscript(attribute: String) -> Value {
            slots[attribute].map { values[$0] } ?? .null
        }

        /// Returns the current value of an attribute; null if the entity lacks the attribute.
        ///
        /// For a new object it is the model's default.
        ///
        /// - Parameter attribute: The name of the attribute.
        /// - Returns: The current value.
        public func storedValue(of attribute: String) -> Value {
            slots[attribute].map { stored[$0] } ?? .null
        }
    }

    /// The result of validating a record.
    public enum Verdict: Sendable, Hashable {
        /// The record is assigned.
        case accept
        /// The record is skipped silently.
        case decline
        /// The record is invalid; the string names the expected state. The failure policy applies.
        case reject(String)
    }

    /// Creates a validation from a closure.
    ///
    /// - Parameters:
    ///   - name: A name that identifies the validation.
    ///   - validate: Returns the verdict on a record. An error thrown by it rejects the record.
    public init(_ name: String, _ validate: @escaping @Sendable (Candidate) throws -> Verdict) {
        self.name = name
        self.validate = validate
    }
}
