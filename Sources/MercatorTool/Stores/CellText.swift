import Mercator

/// A value as a cell of a table: in one line, harmless to a terminal, and of limited length.
struct CellText {
    let text: String

    /// The maximum width of a cell, regardless of the terminal.
    private static let width = 80

    init(_ value: Value) {
        let full =
            switch value {
            case .null: ""
            case .string(let text): String(text.prefix(Self.width + 1))
            case .array, .dictionary: ValueJSON.text(value)
            default: "\(value)"
            }
        text = full.escapingControls.cut(toWidth: Self.width)
    }
}
