public import Payload

/// What becomes of a converted value of a plain property.
public enum ObjectValueVerdict<Value> {
    /// It is assigned.
    case accept
    /// It is left out, silently; the property stays as it is.
    case decline
    /// Another one is assigned instead.
    case replace(Value)
    /// It does not fit; the text says what was expected. The failure policy decides the rest.
    case reject(String)
}

extension ObjectValueVerdict: Sendable where Value: Sendable {}
extension ObjectValueVerdict: Equatable where Value: Equatable {}
extension ObjectValueVerdict: Hashable where Value: Hashable {}

/// Looks at a whole record before it is applied to a plain value.
///
/// ```swift
/// events.recordValidation = ObjectValidation("ends after it starts") { event in
///     event[\.start] <= event[\.end] ? .accept : .reject("an end after the start")
/// }
/// ```
public struct ObjectValidation<Mapped>: Sendable {
    /// What is checked.
    public let name: String
    let validate: @Sendable (Candidate) throws -> RecordValidation.Verdict

    /// A value as it would be.
    public struct Candidate {
        /// Whether the value is new.
        public let isNew: Bool
        /// What it is mapped from.
        public let representation: PayloadValue
        let base: Mapped
        let changes: [ObjectChange<Mapped>]

        /// The value that a property would have.
        ///
        /// Nested values are seen as they were: they are read before, and attached behind.
        ///
        /// - Parameter property: The property, by the key path that its attribute mapping has.
        public subscript<Value>(property: KeyPath<Mapped, Value>) -> Value {
            let planned = changes.last { $0.destination == property }?.value as? Value
            return planned ?? base[keyPath: property]
        }
    }

    /// Names a closure.
    ///
    /// - Parameters:
    ///   - name: What is checked.
    ///   - validate: Judges a record. An error it throws rejects the record.
    public init(
        _ name: String,
        _ validate: @escaping @Sendable (Candidate) throws -> RecordValidation.Verdict
    ) {
        self.name = name
        self.validate = validate
    }
}
