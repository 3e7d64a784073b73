/// The shapes of records by the value of a discriminator such as `type`.
package struct VariantTable: Sendable {
    /// The discriminator, a scalar in the record.
    package let column: SchemaNodeID
    /// The records by value, while there are at most 400 values of at most 60 bytes.
    package internal(set) var variants: [String: Variant]? = [:]

    /// The records with a value.
    package struct Variant: Sendable {
        package internal(set) var count = 0
        /// The presence of the columns, by index in the columns of the record.
        package internal(set) var presence: [Int] = []
        /// A sample of the hashes of each candidate's values, aligned with the candidates.
        package internal(set) var keys: [ValueSample] = []
    }

    package init(column: SchemaNodeID) { self.column = column }
}
