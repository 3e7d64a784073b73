/// What a payload may be beyond the letter of RFC 8259, and how large.
///
/// ```swift
/// var options = PayloadOptions()
/// options.duplicateKeys = .reject
/// options.limits.nestingDepth = 32
/// let document = try PayloadDocument(parsing: bytes, options: options)
/// ```
public struct PayloadOptions: Sendable, Hashable {
    /// What to do with an object that has a key twice.
    public enum DuplicateKeys: Sendable, Hashable {
        /// Looking up the key finds the last member.
        case lastWins
        /// The payload is refused with ``PayloadError/Code/duplicateKey``.
        case reject
    }

    /// Whether one comma may stand before the end of an array or object.
    public var allowsTrailingComma: Bool
    /// What to do with an object that has a key twice.
    public var duplicateKeys: DuplicateKeys
    /// How large the payload and its parts may be.
    public var limits: PayloadLimits

    /// Options that follow RFC 8259, unless told otherwise.
    ///
    /// - Parameters:
    ///   - allowsTrailingComma: Whether one comma may stand before the end of a container.
    ///   - duplicateKeys: What to do with an object that has a key twice.
    ///   - limits: How large the payload and its parts may be.
    public init(
        allowsTrailingComma: Bool = false, duplicateKeys: DuplicateKeys = .lastWins,
        limits: PayloadLimits = PayloadLimits()
    ) {
        self.allowsTrailingComma = allowsTrailingComma
        self.duplicateKeys = duplicateKeys
        self.limits = limits
    }
}
