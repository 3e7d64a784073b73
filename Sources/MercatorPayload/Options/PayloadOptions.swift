/// The tolerated deviations of a payload from RFC 8259, and its size limits.
///
/// ```swift
/// var options = PayloadOptions()
/// options.duplicateKeys = .reject
/// options.limits.nestingDepth = 32
/// let document = try PayloadDocument(parsing: bytes, options: options)
/// ```
public struct PayloadOptions: Sendable, Hashable {
    /// The treatment of duplicate keys in an object.
    public enum DuplicateKeys: Sendable, Hashable {
        /// A lookup finds the last member with the key.
        case lastWins
        /// The payload is rejected with ``PayloadError/Code/duplicateKey``.
        case reject
    }

    /// Indicates whether a comma is allowed after the last element or member of a container.
    public var allowsTrailingComma: Bool
    /// The treatment of duplicate keys in an object.
    public var duplicateKeys: DuplicateKeys
    /// Indicates whether an escaped lone half of a surrogate pair is read as U+FFFD.
    ///
    /// Otherwise the payload is rejected with ``PayloadError/Code/loneSurrogate``.
    public var replacesLoneSurrogates: Bool
    /// The size limits.
    public var limits: PayloadLimits

    /// Creates options, which by default follow RFC 8259.
    ///
    /// - Parameters:
    ///   - allowsTrailingComma: Indicates whether a comma is allowed after the last element or
    ///     member of a container.
    ///   - duplicateKeys: The treatment of duplicate keys in an object.
    ///   - replacesLoneSurrogates: Indicates whether an escaped half of a surrogate pair is read as
    ///     U+FFFD.
    ///   - limits: The size limits.
    public init(
        allowsTrailingComma: Bool = false, duplicateKeys: DuplicateKeys = .lastWins,
        replacesLoneSurrogates: Bool = false, limits: PayloadLimits = PayloadLimits()
    ) {
        self.allowsTrailingComma = allowsTrailingComma
        self.duplicateKeys = duplicateKeys
        self.replacesLoneSurrogates = replacesLoneSurrogates
        self.limits = limits
    }
}
