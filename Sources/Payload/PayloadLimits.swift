/// How large a payload and its parts may be, each with an error code of its own.
///
/// A document takes memory in proportion to its payload: usually half as much again for the tape,
/// at the very worst sixteen times as much. So limiting the payload limits the memory.
///
/// ```swift
/// let limits = PayloadLimits(payloadBytes: 10_000_000, nestingDepth: 64)
/// ```
public struct PayloadLimits: Sendable, Hashable {
    /// Bytes of the whole payload; 1 GiB unless told otherwise, never more than 4 GiB − 1.
    public var payloadBytes: Int
    /// Containers inside each other; 512 unless told otherwise.
    public var nestingDepth: Int
    /// Bytes of one string or key as written; 256 MiB − 1 unless told otherwise, never more.
    public var stringBytes: Int
    /// Bytes of one number as written; 1024 unless told otherwise, never more than 256 MiB − 1.
    public var numberBytes: Int
    /// Elements of one array or members of one object; 100 million unless told otherwise.
    public var elementsPerContainer: Int

    /// The default limits, except where told otherwise.
    ///
    /// - Parameters:
    ///   - payloadBytes: Bytes of the whole payload.
    ///   - nestingDepth: Containers inside each other.
    ///   - stringBytes: Bytes of one string or key as written.
    ///   - numberBytes: Bytes of one number as written.
    ///   - elementsPerContainer: Elements of one array or members of one object.
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

    /// The limits within what the words of a tape can hold.
    var clamped: PayloadLimits {
        PayloadLimits(
            payloadBytes: min(max(payloadBytes, 0), Int(UInt32.max)),
            nestingDepth: max(nestingDepth, 0),
            stringBytes: min(stringBytes, TapeWord.longestText),
            numberBytes: min(numberBytes, TapeWord.longestText),
            elementsPerContainer: min(elementsPerContainer, Int(UInt32.max)))
    }
}
