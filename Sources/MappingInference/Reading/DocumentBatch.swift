import Payload

/// Top-level values of a source, parsed together.
struct DocumentBatch {
    /// The meaning of the value at the top of the tape.
    enum Form {
        /// The tape is one document, or a piece of it.
        case document(DocumentPiece = .whole)
        /// The elements are documents: the array stands for lines.
        case lines
    }

    let tape: PayloadTape
    let form: Form

    var isLines: Bool { if case .lines = form { true } else { false } }

    /// The piece of a document; the whole one if the values are lines.
    var piece: DocumentPiece { if case .document(let piece) = form { piece } else { .whole } }

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
