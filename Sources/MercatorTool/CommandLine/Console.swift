import Mercator

/// The output of the tool: results on standard output, everything else on standard error.
struct Console {
    /// The width for truncating tables; `nil` if the output is not a terminal.
    let width = Terminal.standardOutput.width
    /// Indicates whether the output is shown, instead of going to a file or a program.
    let isInteractive = Terminal.standardOutput.isInteractive
    private let output = OutputBuffer()
    private let showsProgress = Terminal.standardError.isInteractive

    /// Prints a part of the result.
    func say(_ text: String = "") { output.write(line: text) }

    /// Prints a table as a part of the result, at most as wide as the terminal.
    func say(_ table: TextTable) { say(table.text(width: width)) }

    /// Writes the buffered output.
    ///
    /// - Throws: ``CommandError`` if it could not be written.
    func finish() throws { try output.finish() }

    /// Reports progress if standard error is a terminal.
    func progress(_ text: String) {
        if showsProgress { Self.write("\(text)\n") }
    }

    /// Prints a note for the user, separate from results that scripts process.
    func note(_ text: String) { Self.write("mercator: \(text)\n") }

    /// Prints the reason for a failure.
    static func complain(_ text: String) { write("mercator: \(text)\n") }

    /// Writes to standard error, as far as it can be written to.
    static func write(_ text: String) {
        try? FileDescriptor.standardError.append(Array(text.utf8))
    }
}
