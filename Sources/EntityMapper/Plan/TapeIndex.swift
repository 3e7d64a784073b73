import MercatorPayload

/// The index of a word on the tape.
struct TapeIndex: TypedIndex { let rawValue: Int32 }

extension LocatedField {
    /// The tape index of the value; `nil` if it is absent or cannot be reached.
    @inline(__always)
    var index: TapeIndex? { position.map(TapeIndex.init) }
}
