public import EntityMapper
public import ObjectGraph

/// An expected issue.
public struct ExpectedIssue: Sendable, Hashable, CustomStringConvertible {
    /// The kind of issue.
    public let code: MappingIssue.Code
    /// The path in the payload.
    public let path: String

    /// Creates an expectation of an issue.
    ///
    /// - Parameters:
    ///   - code: The kind of issue.
    ///   - path: The path in the payload: `articles[1].views`; empty for issues
    ///     outside the payload.
    public init(_ code: MappingIssue.Code, at path: String) {
        self.code = code
        self.path = path
    }

    /// The kind and the path.
    public var description: String { "\(code) at '\(path)'" }
}

extension MappingExpectation {
    /// Expects exactly the given issues, in any order.
    ///
    /// - Parameters:
    ///   - issues: The issues; at most `MappingOptions.issueLimit` issues are compared.
    ///   - fileID: The file of the expectation.
    ///   - line: The line of the expectation.
    /// - Returns: The expectation.
    public static func issues(
        _ issues: [ExpectedIssue], fileID: String = #fileID, line: Int = #line
    ) -> MappingExpectation {
        expectation(of: issues, at: CallSite(fileID, line))
    }

    /// Expects no issues.
    ///
    /// Its location is the call of ``MappingTest/expect(_:fileID:line:)`` that receives it.
    public static var noIssues: MappingExpectation { expectation(of: [], at: nil) }

    private static func expectation(
        of issues: [ExpectedIssue], at callSite: CallSite?
    ) -> MappingExpectation {
        let words = issues.isEmpty ? "no issues" : "the issues \(issues)"
        return MappingExpectation(words, at: callSite) { run in
            var missing = issues
            var unexpected: [MappingIssue] = []
            let result = try run.outcome.get()
            for issue in result.issues {
                let index = missing.firstIndex { $0.code == issue.code && $0.path == issue.path }
                if let index { missing.remove(at: index) } else { unexpected.append(issue) }
            }
            guard !missing.isEmpty || !unexpected.isEmpty else { return }
            let isBare = unexpected.isEmpty && missing.count == issues.count
            var parts =
                missing.isEmpty
                ? [] : ["there is no \(missing)" + (isBare ? ", nor any other issue" : "")]
            if !unexpected.isEmpty {
                let count = unexpected.count + result.issueCount - result.issues.count
                let lines = TextLines(unexpected.lazy.map(\.described), of: count)
                parts.append("there \(count == 1 ? "is" : "are") \(lines.counted("issue"))")
            }
            throw UnmetExpectation(.unexpectedIssues, parts.joined(separator: ", and "))
        }
    }

    /// Expects the operation to fail, and thus to change nothing.
    ///
    /// - Parameters:
    ///   - code: The code of the error.
    ///   - fileID: The file of the expectation.
    ///   - line: The line of the expectation.
    /// - Returns: The expectation.
    public static func failure(
        _ code: MappingError.Code, fileID: String = #fileID, line: Int = #line
    ) -> MappingExpectation {
        MappingExpectation(
            "the operation to fail with \(code)", isAboutFailure: true,
            at: CallSite(fileID, line)
        ) { run in
            guard case .failure(let error) = run.outcome else {
                throw UnmetExpectation(.operationFailed, "it did not fail")
            }
            guard (error as? MappingError)?.code == code else {
                throw UnmetExpectation(.operationFailed, "it failed with \(error)")
            }
        }
    }

    /// Expects counts of an entity in the result; counts that are not given may have any value.
    ///
    /// - Parameters:
    ///   - entity: The name of the entity.
    ///   - inserted: The number of inserted objects.
    ///   - updated: The number of existing objects that were changed.
    ///   - unchanged: The number of existing objects that were not changed.
    ///   - deleted: The number of deleted objects.
    ///   - failed: The number of failed records.
    ///   - disallowed: The number of disallowed records and deletions.
    ///   - fileID: The file of the expectation.
    ///   - line: The line of the expectation.
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
            "\(entity): \(words.joined(separator: ", "))", at: CallSite(fileID, line)
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

    /// Expects a number of objects in the store afterwards.
    ///
    /// - Parameters:
    ///   - entity: The name of the entity; objects of its subentities are included.
    ///   - predicate: The condition for objects to be counted.
    ///   - count: The number of objects.
    ///   - fileID: The file of the expectation.
    ///   - line: The line of the expectation.
    /// - Returns: The expectation.
    public static func objects(
        of entity: String, where predicate: EntityPredicate = .true, count: Int,
        fileID: String = #fileID, line: Int = #line
    ) -> MappingExpectation {
        MappingExpectation("\(count) stored objects of \(entity)", at: CallSite(fileID, line)) {
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
    /// The issue including its kind.
    fileprivate var described: String { "\(code) (\(self))" }
}
