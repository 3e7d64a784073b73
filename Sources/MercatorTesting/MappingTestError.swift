public import Foundation
import ObjectGraph

/// A mapping test failed.
///
/// Its description lists everything that is not as expected, and what happened instead.
public struct MappingTestError: Error, Sendable, CustomStringConvertible {
    /// What is not as expected, in the order of the expectations.
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
                    message: "preloading failed: \(error)", place: nil)
            ], expectationCount: 0)
    }

    /// A line for each failure, and for each issue that one is about.
    public var description: String {
        let lines = TextLines(failures, limit: 50).bulleted
        guard expectationCount > 1 else { return lines }
        let verb = failures.count == 1 ? "is" : "are"
        return "\(failures.count) of \(expectationCount) expectations \(verb) not met:\n\(lines)"
    }
}

/// One expectation that is not met.
public struct MappingTestFailure: Sendable, Hashable, CustomStringConvertible {
    /// What kind of failure it is.
    public let code: Code
    /// What was expected.
    public let expectation: String
    /// What happened instead.
    public let message: String
    /// The place of the expectation; `nil` for failures that are about none.
    public let place: SourcePlace?

    /// The kinds of failure; further ones may come.
    ///
    /// Source: the codes of RestKit's mapping test, from 0 to 3, are the first four.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// A short name of the kind.
        public let description: String

        /// Nothing was mapped there.
        public static let notMapped = Code(description: "notMapped")
        /// A closure said no, or threw an error.
        public static let closureFailed = Code(description: "closureFailed")
        /// Another value was assigned.
        public static let unexpectedValue = Code(description: "unexpectedValue")
        /// Another mapping was chosen.
        public static let unexpectedMapping = Code(description: "unexpectedMapping")
        /// A relationship leads to other objects.
        public static let unexpectedObjects = Code(description: "unexpectedObjects")
        /// There are other issues.
        public static let unexpectedIssues = Code(description: "unexpectedIssues")
        /// There are more or fewer.
        public static let unexpectedCount = Code(description: "unexpectedCount")
        /// The operation failed as a whole, or did not although it should.
        public static let operationFailed = Code(description: "operationFailed")
        /// What should be in the store before could not be saved.
        public static let preparationFailed = Code(description: "preparationFailed")
        /// The expectation could not be checked.
        public static let checkFailed = Code(description: "checkFailed")
    }

    /// The place, what was expected, and what happened instead.
    ///
    /// `AppTests/FeedTests.swift:12: expected 2 stored objects of Article, but there are 3`
    public var description: String {
        (place.map { "\($0): " } ?? "") + "expected \(expectation), but \(message)"
    }
}

/// Why an expectation is not met.
struct UnmetExpectation: Error {
    let code: MappingTestFailure.Code
    let message: String

    init(_ code: MappingTestFailure.Code, _ message: String) {
        self.code = code
        self.message = message
    }
}

extension MappingTestError: LocalizedError {
    /// A line for each failure.
    public var errorDescription: String? { description }
}
