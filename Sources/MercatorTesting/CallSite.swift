/// The location of an expectation in a test file.
public struct CallSite: Sendable, Hashable, CustomStringConvertible {
    /// The module and the file in the format of `#fileID`: `AppTests/FeedTests.swift`.
    public let fileID: String
    /// The one-based line.
    public let line: Int

    init(_ fileID: String, _ line: Int) {
        self.fileID = fileID
        self.line = line
    }

    /// The file and the line: `AppTests/FeedTests.swift:12`.
    public var description: String { "\(fileID):\(line)" }
}
