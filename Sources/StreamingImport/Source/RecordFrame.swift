import MercatorPayload

/// The enclosure of the records of a batch.
enum RecordFrame: Sendable {
    /// Records are the elements of an array.
    case array
    /// Records are the members of an object.
    case object
    /// The batch is a document as a whole.
    case none

    var opening: UInt8 { self == .object ? Byte.openingBrace : Byte.openingBracket }
    var closing: UInt8 { self == .object ? Byte.closingBrace : Byte.closingBracket }
}
