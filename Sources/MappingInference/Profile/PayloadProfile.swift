/// The statistics of any number of payloads.
package struct PayloadProfile: Sendable {
    /// All nodes; a parent precedes its children.
    package internal(set) var nodes: [NodeProfile] = []
    /// The sources in order of name, by similarity of their top-level values.
    package internal(set) var groups: [SourceGroup] = []
    /// Limits that were hit (X1), as sentences.
    package internal(set) var limits: [String] = []

    package init() {}

    package subscript(index: SchemaNodeID) -> NodeProfile { nodes[Int(index.rawValue)] }
}
