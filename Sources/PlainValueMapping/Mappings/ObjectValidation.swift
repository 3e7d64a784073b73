public import EntityMapper
public import MercatorPayload

/// A validation of a whole record, run before it is applied to a plain value.
///
/// ```swift
/// events.recordValidation = ObjectValidation("ends after it starts") { event in
///     event[\.start] <= event[\.end] ? .accept : .reject("an end after the start")
/// }
/// ```
public struct ObjectValidation<Mapped>: Sendable {
    /// The name of the validation.
    public let name: String
    let validate: @Sendable (Candidate) throws -> RecordValidation.Verdict

    /// The prospective state of a value.
    public struct Candidate {
        /// Indicates whether the value is new.
        public let isNew: Bool
        /// The representation that is mapped.
        public let representation: PayloadValue
        let base: Mapped
        let changes: [ObjectChange<Mapped>]

        /// Returns the prospective value of a property.
        ///
        /// Nested values have their previous state, since they are assigned only after the
        /// validation.
        ///
        /// - Parameter property: The property, by the key path of its attribute mapping.
        public subscript<Value>(property: KeyPath<Mapped, Value>) -> Value {
            let planned = changes.last { $0.destination == property }?.value as? Value
            return planned ?? base[keyPath: property]
        }
    }

    /// Creates a validation from a closure.
    ///
    /// - Parameters:
    ///   - name: A name that identifies the validation.
    ///   - validate: Returns the verdict on a record. An error thrown by it rejects the record.
    public init(
        _ name: String,
        _ validate: @escaping @Sendable (Candidate) throws -> RecordValidation.Verdict
    ) {
        self.name = name
        self.validate = validate
    }
}
