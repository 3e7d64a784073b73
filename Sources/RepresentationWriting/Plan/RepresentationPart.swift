public import MercatorPayload

/// Written objects, and their path in a payload.
///
/// Parts of several writers can be joined to one payload. Parts are values and may leave the unit
/// of work.
///
/// ```swift
/// let document = try RepresentationWriter.document(
///     joining: [articles.part(for: changed), authors.part(for: anna)])
/// ```
public struct RepresentationPart: Sendable, Hashable {
    /// The path of the representations in the payload.
    public let root: PayloadPath
    let nodes: [PayloadNode]
    let form: Form

    package init(root: PayloadPath, nodes: [PayloadNode], form: Form) {
        self.root = root
        self.nodes = nodes
        self.form = form
    }

    /// The form of the representations taken together.
    package enum Form: Sendable {
        /// A single representation.
        case single
        /// An array of representations.
        case list
        /// An object with the members of all representations.
        ///
        /// Each representation has a single member with a unique key.
        case members
    }
}
