/// Sources whose top-level values have the same shape.
package struct SourceGroup: Sendable {
    /// The common file name without digits and extension.
    package let name: String
    package let root: SchemaNodeID
    package internal(set) var sources: [SourceSummary]
    /// The keys of records that are rows with a header (R5), in order of the columns; each row
    /// counts as an object with these keys, and the header as none.
    package internal(set) var rows: [String]?
}
