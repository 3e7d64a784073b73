import Foundation

/// The output of the tool: results on standard output, everything else on standard error.
struct Console {
    private let showsProgress = isatty(STDERR_FILENO) == 1

    /// Prints a part of the result.
    func say(_ text: String = "") { print(text) }

    /// Reports progress if standard error is a terminal.
    func progress(_ text: String) {
        if showsProgress { Self.write("\(text)\n") }
    }

    /// Prints a note for the user, separate from results that scripts process.
    func note(_ text: String) { Self.write("mercator: \(text)\n") }

    /// Prints the reason for a failure.
    static func complain(_ text: String) { write("mercator: \(text)\n") }

    private static func write(_ text: String) {
        FileHandle.standardError.write(Data(text.utf8))
    }
}
