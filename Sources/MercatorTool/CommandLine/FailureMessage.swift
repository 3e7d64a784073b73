import MappingInference
import Mercator

/// Formats the message on standard error for a failure: one line, and an excerpt of invalid input.
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
        let excerpt =
            switch error {
            case let error as CommandError: error.excerpt
            case let error as InferenceError where error.code == .nothingToMap:
                "  Try a payload with objects in it, or with rows below a row of their names."
            default: ""
            }
        return inOneLine(message) + (excerpt.isEmpty ? "" : "\n\(excerpt)")
    }

    /// Joins messages with a line per problem, such as `The model has 2 problems:` and a list.
    private static func inOneLine(_ message: String) -> String {
        message.split(whereSeparator: \.isNewline).map { $0.trimmingPrefix("- ") }
            .joined(separator: "; ").replacing(":; ", with: ": ")
    }
}
