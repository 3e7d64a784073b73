/// The step from a parent to a child node.
package enum SchemaStep: Hashable, Sendable {
    /// The top-level values of a group of sources.
    case document
    /// The member of a record with a key.
    case member(String)
    /// The elements of an array: `[]`.
    case element
    /// The members of a map: `{}`.
    case entry
}
