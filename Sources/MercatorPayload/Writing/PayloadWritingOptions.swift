/// The layout of JSON output.
///
/// ```swift
/// let text = document.jsonBytes(PayloadWritingOptions(prettyPrinted: true, sortedKeys: true))
/// ```
public struct PayloadWritingOptions: Sendable, Hashable {
    /// Indicates whether every value is on a separate line, indented by two spaces per level.
    public var prettyPrinted: Bool
    /// Indicates whether members are sorted by the UTF-8 of their keys.
    ///
    /// Otherwise they keep their payload order.
    public var sortedKeys: Bool

    /// Creates options, by default for compact JSON with members in order.
    ///
    /// - Parameters:
    ///   - prettyPrinted: Indicates whether every value is on a separate line.
    ///   - sortedKeys: Indicates whether members are sorted by key.
    public init(prettyPrinted: Bool = false, sortedKeys: Bool = false) {
        self.prettyPrinted = prettyPrinted
        self.sortedKeys = sortedKeys
    }
}
