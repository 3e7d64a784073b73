import MercatorPayload

/// Top-level values of a source that are parsed together.
struct DocumentBatch {
    /// The content of the tape.
    enum Form {
        /// A document, or a piece of one.
        case document(DocumentPiece = .whole)
        /// Lines, parsed as the elements of one array.
        case lines
    }

    let tape: PayloadTape
    let form: Form

    var isLines: Bool { if case .lines = form { true } else { false } }

    /// The piece of the document; `.whole` for lines.
    var piece: DocumentPiece { if case .document(let piece) = form { piece } else { .whole } }

    /// Calls a closure with the tape position of each top-level value.
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
