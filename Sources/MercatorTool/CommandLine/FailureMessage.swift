import Mercator

/// What goes to standard error when a command fails: one line, in the words of who failed.
enum FailureMessage {
    static func text(for error: any Error) -> String {
        let message =
            switch error {
            case let error as CommandError: error.message
            case let error as StoreError: error.message
            case let error as MappingError: error.message
            case let error as ImportError: String("\(error)".dropFirst("\(error.code): ".count))
            default: "\(error)"
            }
        return inOneLine(message)
    }

    /// Some errors have a line for each problem: `The model has 2 problems:` and a list.
    private static func inOneLine(_ message: String) -> String {
        message.split(whereSeparator: \.isNewline).map { $0.trimmingPrefix("- ") }
            .joined(separator: "; ").replacing(":; ", with: ": ")
    }
}

/// A command could not be carried out.
struct CommandError: Error {
    let message: String

    init(_ message: String) {
        self.message = message
    }
}
