/// Limits on the size of a payload and its parts, each with its own error code.
///
/// The memory of a document is proportional to its payload: the tape usually takes half as
/// much again, in the worst case sixteen times as much. Limiting the payload therefore
/// limits the memory.
///
/// ```swift
/// let limits = PayloadLimits(payloadBytes: 10_000_000, nestingDepth: 64)
/// ```
public struct PayloadLimits: Sendable, Hashable {
    /// The maximum number of bytes of the payload; 1 GiB by default, and never more than 4 GiB − 1.
    public var payloadBytes: Int
    /// The maximum nesting depth of containers; 512 by default.
    public var nestingDepth: Int
    /// The maximum number of encoded bytes of a string or key.
    ///
    /// The default is 256 MiB − 1, which is also the upper bound.
    public var stringBytes: Int
    /// The maximum number of characters of a number.
    ///
    /// The default is 1024; the upper bound is 256 MiB − 1.
    public var numberBytes: Int
    /// The maximum number of elements of an array or members of an object; 100 million by default.
    public var elementsPerContainer: Int

    /// Creates limits.
    ///
    /// - Parameters:
    ///   - payloadBytes: The maximum number of bytes of the payload.
    ///   - nestingDepth: The maximum nesting depth of containers.
    ///   - stringBytes: The maximum number of encoded bytes of a string or key.
    ///   - numberBytes: The maximum number of characters of a number.
    ///   - elementsPerContainer: The maximum number of elements of an array or
    ///     members of an object.
    public init(
        payloadBytes: Int = 1 << 30, nestingDepth: Int = 512, stringBytes: Int = 1 << 28 - 1,
        numberBytes: Int = 1024, elementsPerContainer: Int = 100_000_000
    ) {
        self.payloadBytes = payloadBytes
        self.nestingDepth = nestingDepth
        self.stringBytes = stringBytes
        self.numberBytes = numberBytes
        self.elementsPerContainer = elementsPerContainer
    }

    /// The limits, reduced to values that fit in tape words.
    var clamped: PayloadLimits {
        PayloadLimits(
            payloadBytes: min(max(payloadBytes, 0), Int(UInt32.max)),
            nestingDepth: max(nestingDepth, 0),
            stringBytes: min(stringBytes, TapeWord.longestText),
            numberBytes: min(numberBytes, TapeWord.longestText),
            elementsPerContainer: min(elementsPerContainer, Int(UInt32.max)))
    }
}
