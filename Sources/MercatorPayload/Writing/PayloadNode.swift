/// A payload value that has not been written yet, as a tree.
///
/// Members keep their order. ``PayloadDocument`` is for reading payloads, this type for
/// building them.
package indirect enum PayloadNode: Sendable, Hashable {
    /// The literal `null`.
    case null
    /// A Boolean value.
    case boolean(Bool)
    /// A number in JSON syntax: `-1.5e3`.
    case number(String)
    /// A string, without escapes.
    case string(String)
    /// An array of elements in order.
    case array([PayloadNode])
    /// An object with members in order and distinct keys.
    case object([Member])

    /// A key with its value.
    package struct Member: Sendable, Hashable {
        /// The key, without escapes.
        package let key: String
        /// The value of the member.
        package var value: PayloadNode

        /// Creates a member.
        package init(_ key: String, _ value: PayloadNode) {
            self.key = key
            self.value = value
        }
    }
}
