public import EntityMapper
public import ObjectGraph

/// An issue that a payload must have.
public struct ExpectedIssue: Sendable, Hashable, CustomStringConvertible {
    /// What kind of issue it is.
    public let code: MappingIssue.Code
    /// Where in the payload it is.
    public let path: String

    /// Expects an issue.
    ///
    /// - Parameters:
    ///   - code: What kind of issue it is.
    ///   - path: Where in the payload: `articles[1].views`; empty for what is not in the payload.
    public init(_ code: MappingIssue.Code, at path: String) {
        self.code = code
        self.path = path
    }

    /// The kind and the place.
    public var description: String { "\(code) at '\(path)'" }
}

extension MappingExpectation {
    /// The payload has exactly these issues, in any order.
    ///
    /// - Parameters:
    ///   - issues: Kinds and places; `MappingOptions.issueLimit` is how many are looked at.
    ///   - fileID: The file of the expectation.
    ///   - line: Its line.
    /// - Returns: The expectation.
    public static func issues(
        _ issues: [ExpectedIssue], fileID: String = #fileID, line: Int = #line
    ) -> MappingExpectation {
        expectation(of: issues, at: SourcePlace(fileID, line))
    }

    /// Everything in the payload fits.
    ///
    /// It has the place of the ``MappingTest/expect(_:fileID:line:)`` it is handed to.
    public static var noIssues: MappingExpectation { expectation(of: [], at: nil) }

    private static func expectation(
        of issues: [ExpectedIssue], at place: SourcePlace?
    ) -> MappingExpectation {
        let words = issues.isEmpty ? "no issues" : "the issues \(issues)"
        return MappingExpectation(words, at: place) { run in
            var missing = issues
            var unexpected: [MappingIssue] = []
            let result = try run.outcome.get()
            for issue in result.issues {
                let place = missing.firstIndex { $0.code == issue.code && $0.path == issue.path }
                if let place { missing.remove(at: place) } else { unexpected.append(issue) }
            }
            guard !missing.isEmpty || !unexpected.isEmpty else { return }
            var parts = missing.isEmpty ? [] : ["there is no \(missing)"]
            if !unexpected.isEmpty {
                let count = unexpected.count + result.issueCount - result.issues.count
                let lines = TextLines(unexpected.lazy.map(\.described), of: count)
                parts.append("there \(count == 1 ? "is" : "are") \(lines.counted("issue"))")
            }
            throw UnmetExpectation(.unexpectedIssues, parts.joined(separator: ", and "))
        }
    }

    /// The operation fails, and so changes nothing.
    ///
    /// - Parameters:
    ///   - code: Why it fails.
    ///   - fileID: The file of the expectation.
    ///   - line: Its line.
    /// - Returns: The expectation.
    public static func failure(
        _ code: MappingError.Code, fileID: String = #fileID, line: Int = #line
    ) -> MappingExpectation {
        MappingExpectation(
            "the operation to fail with \(code)", isAboutFailure: true,
            at: SourcePlace(fileID, line)
        ) { run in
            guard case .failure(let error) = run.outcome else {
                throw UnmetExpectation(.operationFailed, "it did not fail")
            }
            guard (error as? MappingError)?.code == code else {
                throw UnmetExpectation(.operationFailed, "it failed with \(error)")
            }
        }
    }

    /// The operation counts so many objects of an entity; what is left out may be any number.
    ///
    /// - Parameters:
    ///   - entity: The entity.
    ///   - inserted: How many are new.
    ///   - updated: How many were found and changed.
    ///   - unchanged: How many were found and stayed as they were.
    ///   - deleted: How many were deleted.
    ///   - failed: How many records failed.
    ///   - disallowed: How many records and deletions were not allowed.
    ///   - fileID: The file of the expectation.
    ///   - line: Its line.
    /// - Returns: The expectation.
    public static func counts(
        of entity: String, inserted: Int? = nil, updated: Int? = nil, unchanged: Int? = nil,
        deleted: Int? = nil, failed: Int? = nil, disallowed: Int? = nil,
        fileID: String = #fileID, line: Int = #line
    ) -> MappingExpectation {
        let expected = [
            ("inserted", inserted), ("updated", updated), ("unchanged", unchanged),
            ("deleted", deleted), ("failed", failed), ("disallowed", disallowed),
        ]
        let words = expected.compactMap { name, count in count.map { "\($0) \(name)" } }
        return MappingExpectation(
            "\(entity): \(words.joined(separator: ", "))", at: SourcePlace(fileID, line)
        ) { run in
            guard let counts = try run.outcome.get().counts[entity] else {
                throw UnmetExpectation(
                    .unexpectedCount, "the plan has nothing to do with an entity '\(entity)'")
            }
            let found = [
                counts.inserted, counts.updated, counts.unchanged, counts.deleted, counts.failed,
                counts.disallowed,
            ]
            let wrong = zip(expected, found).filter { $0.1 != nil && $0.1 != $1 }
            guard !wrong.isEmpty else { return }
            let shown = wrong.map { "\($1) \($0.0)" }.joined(separator: ", ")
            throw UnmetExpectation(.unexpectedCount, "there are \(shown)")
        }
    }

    /// The store holds so many objects of an entity afterwards.
    ///
    /// - Parameters:
    ///   - entity: The entity; objects of its sub-entities count.
    ///   - predicate: Which objects count.
    ///   - count: How many there are.
    ///   - fileID: The file of the expectation.
    ///   - line: Its line.
    /// - Returns: The expectation.
    public static func objects(
        of entity: String, where predicate: EntityPredicate = .true, count: Int,
        fileID: String = #fileID, line: Int = #line
    ) -> MappingExpectation {
        MappingExpectation("\(count) stored objects of \(entity)", at: SourcePlace(fileID, line)) {
            run in
            let found = try run.container.perform { context in
                try context.count(FetchRequest(entity, where: predicate))
            }
            guard found != count else { return }
            throw UnmetExpectation(.unexpectedCount, "there are \(found)")
        }
    }
}

extension MappingIssue {
    /// The issue with its kind.
    fileprivate var described: String { "\(code) (\(self))" }
}
