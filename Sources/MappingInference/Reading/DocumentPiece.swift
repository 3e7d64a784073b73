import Payload

/// The containers that a piece of a document shares with the pieces before and behind it.
///
/// They are the outermost ones: the first of them is the document, and each of the others is the
/// first value in the one before it, or the last one.
struct DocumentPiece {
    /// The number of containers that the piece before has opened.
    var continued = 0
    /// The number of containers that the next piece continues.
    var unfinished = 0
    /// Tells for each of those that stay open whether it is an object with more members than a
    /// record is expected to have.
    var areLarge: [Bool] = []

    /// The document as a whole.
    static let whole = DocumentPiece()

    var isWhole: Bool { continued == 0 && unfinished == 0 }

    /// The place of a container in a piece.
    struct Level {
        let piece: DocumentPiece
        /// The number of containers around.
        let depth: Int
        /// Indicates whether the container has been opened by an earlier piece.
        let isContinued: Bool
        /// Indicates whether a later piece continues the container.
        let staysOpen: Bool

        /// Indicates whether the container is in no other piece.
        var isWhole: Bool { !isContinued && !staysOpen }

        /// Indicates whether the container is an object that has just begun, with more members than
        /// a record is expected to have.
        var beginsLarge: Bool { !isContinued && staysOpen && piece.areLarge[depth] }

        /// Returns the place of a value in the container, which is at a position on the tape.
        func inner(of value: Int, in position: Int, _ tape: PayloadTape) -> Level {
            let first = tape.firstChild(of: position) + (tape.isObject(at: position) ? 1 : 0)
            let isLast = tape.next(after: value) >= tape.end(of: position)
            return Level(
                piece: piece, depth: depth + 1,
                isContinued: isContinued && value == first && depth + 1 < piece.continued,
                staysOpen: staysOpen && isLast && depth + 1 < piece.unfinished)
        }
    }

    /// The place of the document.
    var top: Level {
        Level(piece: self, depth: 0, isContinued: continued > 0, staysOpen: unfinished > 0)
    }
}
