/// Displays progress on standard error if it is a terminal.
struct Progress {
    private let isShown = StandardError.isTerminal

    /// Replaces the displayed line.
    func show(_ text: String) {
        guard isShown else { return }
        StandardError.write("\r\u{1B}[K\(text)")
    }

    /// Prints a permanent line, even if standard error is not a terminal.
    func note(_ text: String) {
        clear()
        StandardError.write(text + "\n")
    }

    /// Clears the line.
    func clear() { show("") }
}
