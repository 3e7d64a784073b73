import Payload

/// Top-level values of a source, parsed together.
struct DocumentBatch {
    let tape: PayloadTape
    /// Indicates whether the values are the elements of an array that the source does not have:
    /// its lines.
    let isLines: Bool

    /// Calls a closure with the place of each value on the tape.
    func forEachDocument(_ body: (Int) -> Void) {
        guard isLines else { return body(0) }
        var position = tape.firstChild(of: 0)
        let end = tape.end(of: 0)
        while position < end {
            body(position)
            position = tape.next(after: position)
        }
    }
}
