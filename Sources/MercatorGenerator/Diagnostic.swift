import MappingFiles
import XcodeDataModel

/// A message in the form of the compiler: `PATH:LINE:COLUMN: error: MESSAGE`.
struct Diagnostic: CustomStringConvertible {
    enum Severity: String {
        case error, warning
    }

    let description: String

    /// Creates a diagnostic on one line; without a line of the input, it is about the first one.
    init(
        _ severity: Severity, _ message: String, in path: String, line: Int? = nil,
        column: Int? = nil
    ) {
        let words = message.split(whereSeparator: \.isNewline).joined(separator: " ")
        description = "\(path):\(line ?? 1):\(column ?? 1): \(severity): \(words)"
    }

    /// Creates a diagnostic about a part of a data model, in the file `contents` of its version.
    init(
        _ severity: Severity, _ message: String, at location: XcodeModelLocation, in path: String
    ) {
        let version = path.hasSuffix("d") ? "/\(location.version).xcdatamodel" : ""
        let element = location.element.isEmpty ? "" : "\(location.element): "
        self.init(
            severity, element + message,
            in: location.line == nil ? path : "\(path)\(version)/contents", line: location.line)
    }

    /// Returns the diagnostics of an error.
    static func all(of error: any Error, in path: String) -> [Diagnostic] {
        switch error {
        case let error as MappingFileError:
            error.problems.map { problem in
                let subject = problem.subject.isEmpty ? "" : "\(problem.subject): "
                return Diagnostic(
                    .error, subject + problem.message, in: path, line: problem.line,
                    column: problem.column)
            }
        case let error as XcodeModelError:
            error.problems.map { Diagnostic(.error, $0.message, at: $0.location, in: path) }
        default: [Diagnostic(.error, "\(error)", in: path)]
        }
    }
}
