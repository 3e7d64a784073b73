import Payload

/// Top-level values of a source, parsed together.
struct DocumentBatch {
    /// The values that an array at the top of the tape holds.
    enum Form {
        /// The tape is one document.
        case document
        /// The elements are documents: the array stands for lines.
        case lines
        /// The elements follow `start` others of an array that is read in parts.
        case part(start: Int, isLast: Bool)
    }

    let tape: PayloadTape
    let form: Form

    var isLines: Bool { if case .lines = form { true } else { false } }

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
