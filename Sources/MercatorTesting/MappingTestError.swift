public import Foundation
import ObjectGraph

/// An error that a mapping test throws on failure.
///
/// The description lists all unmet expectations, and the actual results.
public struct MappingTestError: Error, Sendable, CustomStringConvertible {
    /// The failures, in the order of the expectations.
    public let failures: [MappingTestFailure]
    private let expectationCount: Int

    init(failures: [MappingTestFailure], expectationCount: Int) {
        self.failures = failures
        self.expectationCount = expectationCount
    }

    init(preparation error: any Error) {
        self.init(
            failures: [
                MappingTestFailure(
                    code: .preparationFailed, expectation: "the store can be prepared",
                    message: "preloading failed: \(error)", callSite: nil)
            ], expectationCount: 0)
    }

    /// One line per failure, and per issue of a failure.
    public var description: String {
        let lines = TextLines(failures, limit: 50).bulleted
        guard expectationCount > 1 else { return lines }
        let verb = failures.count == 1 ? "is" : "are"
        return "\(failures.count) of \(expectationCount) expectations \(verb) not met:\n\(lines)"
    }
}

/// An expectation that is not met.
public struct MappingTestFailure: Sendable, Hashable, CustomStringConvertible {
    /// The kind of failure.
    public let code: Code
    /// The expectation.
    public let expectation: String
    /// The actual outcome.
    public let message: String
    /// The source location of the expectation, or `nil` if no particular expectation failed.
    public let callSite: CallSite?

    /// The kinds of failures; further ones may be added.
    ///
    /// Source: the first four correspond to the codes 0 to 3 of RestKit's mapping test.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// The name of the kind.
        public let description: String

        /// The source path or record was not mapped.
        public static let notMapped = Code(description: "notMapped")
        /// A closure returned `false` or threw an error.
        public static let closureFailed = Code(description: "closureFailed")
        /// A different value was assigned.
        public static let unexpectedValue = Code(description: "unexpectedValue")
        /// A different mapping was chosen.
        public static let unexpectedMapping = Code(description: "unexpectedMapping")
        /// A relationship references other objects.
        public static let unexpectedObjects = Code(description: "unexpectedObjects")
        /// The issues differ.
        public static let unexpectedIssues = Code(description: "unexpectedIssues")
        /// A number of objects differs.
        public static let unexpectedCount = Code(description: "unexpectedCount")
        /// The operation failed, or did not fail as expected.
        public static let operationFailed = Code(description: "operationFailed")
        /// Preloading the store failed.
        public static let preparationFailed = Code(description: "preparationFailed")
        /// Checking the expectation failed.
        public static let checkFailed = Code(description: "checkFailed")
    }

    /// The location, the expectation, and the actual outcome.
    ///
    /// `AppTests/FeedTests.swift:12: expected 2 stored objects of Article, but there are 3`
    public var description: String {
        (callSite.map { "\($0): " } ?? "") + "expected \(expectation), but \(message)"
    }
}

extension MappingTestError: LocalizedError {
    /// One line per failure.
    public var errorDescription: String? { description }
}
