import Mercator

/// The message printed to standard error when a command fails, as one line.
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

    /// Joins messages with a line per problem, such as `The model has 2 problems:` and a list.
    private static func inOneLine(_ message: String) -> String {
        message.split(whereSeparator: \.isNewline).map { $0.trimmingPrefix("- ") }
            .joined(separator: "; ").replacing(":; ", with: ": ")
    }
}

/// An error that prevents a command from completing.
struct CommandError: Error {
    let message: String
    let status: ExitStatus

    init(_ message: String, status: ExitStatus = .failure) {
        self.message = message
        self.status = status
    }
}
