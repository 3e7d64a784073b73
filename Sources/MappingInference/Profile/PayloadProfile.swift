/// The statistics of any number of payloads.
package struct PayloadProfile: Sendable {
    /// All nodes; a parent precedes its children.
    package internal(set) var places: [NodeProfile] = []
    /// The sources in order of name, by similarity of their top-level values.
    package internal(set) var groups: [SourceGroup] = []
    /// Limits that were hit (X1), as sentences.
    package internal(set) var limits: [String] = []

    package init() {}

    package subscript(index: SchemaNodeID) -> NodeProfile { places[Int(index.rawValue)] }
}

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
