import MercatorPayload

/// The written form of values of a type, with functions that write and read it.
struct Coding<Value>: Sendable {
    let write: @Sendable (Value, inout FileWriter) -> PayloadNode
    /// Reads a value; reports a malformed one and returns `nil`.
    let read: @Sendable (PayloadValue, inout FileReader) -> Value?
}
