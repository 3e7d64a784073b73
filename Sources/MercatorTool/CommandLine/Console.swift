import Foundation

/// Where the tool speaks: results on standard output, everything else on standard error.
struct Console {
    private let showsProgress = isatty(STDERR_FILENO) == 1

    /// Prints a part of the result.
    func say(_ text: String = "") { print(text) }

    /// Tells somebody who waits at a terminal what is happening.
    func progress(_ text: String) {
        if showsProgress { Self.write("\(text)\n") }
    }

    /// Tells something that the user should know and a script need not read.
    func note(_ text: String) { Self.write("mercator: \(text)\n") }

    /// Says why the tool gives up.
    static func complain(_ text: String) { write("mercator: \(text)\n") }

    private static func write(_ text: String) {
        FileHandle.standardError.write(Data(text.utf8))
    }
}
