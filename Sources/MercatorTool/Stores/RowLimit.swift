import Mercator

/// The number of rows given with `--limit`.
struct RowLimit {
    /// The number; `nil` if none is given.
    let count: Int?

    /// - Throws: ``CommandError`` if it is no number.
    init(_ arguments: Arguments) throws(CommandError) {
        guard let word = arguments.value(of: "--limit") else {
            count = nil
            return
        }
        guard let number = Int(word), number > 0 else {
            throw CommandError("--limit expects a number of rows, found '\(word)'", status: .usage)
        }
        count = number
    }
}
