/// A value that is on its way into a payload, as a tree.
///
/// Members keep their order. ``PayloadDocument`` is for reading; this is for what is not written yet.
package indirect enum PayloadNode: Sendable, Hashable {
    /// Nothing.
    case null
    /// A truth value.
    case boolean(Bool)
    /// A number in the grammar of JSON: `-1.5e3`.
    case number(String)
    /// A text, without escapes.
    case string(String)
    /// Elements in their order.
    case array([PayloadNode])
    /// Members in their order, each key once.
    case object([Member])

    /// One key and its value.
    package struct Member: Sendable, Hashable {
        /// The key, without escapes.
        package let key: String
        /// What the key stands for.
        package var value: PayloadNode

        /// Pairs a key with its value.
        package init(_ key: String, _ value: PayloadNode) {
            self.key = key
            self.value = value
        }
    }
}
