/// A value of a record: a scalar, a list of scalars, or a container kept as JSON.
struct Column: Hashable {
    /// The path in the record; empty for the value of a lookup.
    let path: [String]
    let node: SchemaNodeID
    let form: Form

    /// The kind of content.
    enum Form: Hashable {
        case scalar
        /// A list of scalars, whose statistics are at the element node.
        case list
        /// An array of arrays or of mixed values, kept as JSON.
        case array
        /// An object kept as JSON.
        case dictionary
    }
}
