import MercatorPayload

/// The containers that a piece of a document shares with the previous and next pieces.
///
/// They are its outermost containers: the document, then in each container its first or last value.
struct DocumentPiece {
    /// The number of containers opened in the previous piece.
    var continued = 0
    /// The number of containers that continue in the next piece.
    var unfinished = 0
    /// Whether each unfinished container is an object too large to be a record.
    var areLarge: [Bool] = []

    /// The document as a whole.
    static let whole = DocumentPiece()

    /// The position of a container in a piece.
    struct Level {
        let piece: DocumentPiece
        /// The number of enclosing containers.
        let depth: Int
        /// Indicates whether an earlier piece opened the container.
        let isContinued: Bool
        /// Indicates whether a later piece continues the container.
        let staysOpen: Bool

        /// Indicates whether the container is entirely in this piece.
        var isWhole: Bool { !isContinued && !staysOpen }

        /// Indicates whether the container begins here and is too large to be a record.
        var beginsLarge: Bool { !isContinued && staysOpen && piece.areLarge[depth] }

        /// Returns the level of a value at a tape position in the container.
        func inner(of value: Int, in position: Int, _ tape: PayloadTape) -> Level {
            let first = tape.firstChild(of: position) + (tape.isObject(at: position) ? 1 : 0)
            let isLast = tape.next(after: value) >= tape.end(of: position)
            return Level(
                piece: piece, depth: depth + 1,
                isContinued: isContinued && value == first && depth + 1 < piece.continued,
                staysOpen: staysOpen && isLast && depth + 1 < piece.unfinished)
        }
    }

    /// The level of the document.
    var top: Level {
        Level(piece: self, depth: 0, isContinued: continued > 0, staysOpen: unfinished > 0)
    }
}
