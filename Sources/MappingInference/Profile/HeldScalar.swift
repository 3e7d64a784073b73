import MercatorPayload

/// A value of a candidate or a discriminator that is kept beyond the tape it was on.
enum HeldScalar: Equatable {
    case integer(Int64)
    case text([UInt8])
    case other

    init(_ position: Int, _ tape: PayloadTape) {
        if let number = tape.int64(at: position) {
            self = .integer(number)
        } else if tape.isString(at: position) {
            self = .text(Array(tape.text(at: position)))
        } else {
            self = .other
        }
    }
}
