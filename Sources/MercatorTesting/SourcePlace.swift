/// The place in a test file where an expectation is written.
public struct SourcePlace: Sendable, Hashable, CustomStringConvertible {
    /// The module and the file, as `#fileID` gives them: `AppTests/FeedTests.swift`.
    public let fileID: String
    /// The line, from 1.
    public let line: Int

    init(_ fileID: String, _ line: Int) {
        self.fileID = fileID
        self.line = line
    }

    /// The file and the line: `AppTests/FeedTests.swift:12`.
    public var description: String { "\(fileID):\(line)" }
}
