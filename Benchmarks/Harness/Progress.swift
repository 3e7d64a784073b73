/// Shows on standard error what is going on, if a person is looking.
struct Progress {
    private let isShown = StandardError.isTerminal

    /// Replaces the line that is shown.
    func show(_ text: String) {
        guard isShown else { return }
        StandardError.write("\r\u{1B}[K\(text)")
    }

    /// Says something that stays, also if nobody is looking now.
    func note(_ text: String) {
        clear()
        StandardError.write(text + "\n")
    }

    /// Clears the line.
    func clear() { show("") }
}
