/// How JSON is laid out when a payload is written.
///
/// ```swift
/// let text = document.jsonBytes(PayloadWritingOptions(prettyPrinted: true, sortedKeys: true))
/// ```
public struct PayloadWritingOptions: Sendable, Hashable {
    /// Whether every value stands in a line of its own, indented by two spaces for each level.
    public var prettyPrinted: Bool
    /// Whether members are in the order of the UTF-8 of their keys, not in that of the payload.
    public var sortedKeys: Bool

    /// Compact JSON with members in their order, unless told otherwise.
    ///
    /// - Parameters:
    ///   - prettyPrinted: Whether every value stands in a line of its own.
    ///   - sortedKeys: Whether members are in the order of their keys.
    public init(prettyPrinted: Bool = false, sortedKeys: Bool = false) {
        self.prettyPrinted = prettyPrinted
        self.sortedKeys = sortedKeys
    }
}
