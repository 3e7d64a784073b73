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
    /// - Parameter issues: Kinds and places; `MappingOptions.issueLimit` is how many are looked at.
    /// - Returns: The expectation.
    public static func issues(_ issues: [ExpectedIssue]) -> MappingExpectation {
        let words = issues.isEmpty ? "no issues" : "the issues \(issues)"
        return MappingExpectation(words) { run in
            var missing = issues
            var unexpected: [MappingIssue] = []
            for issue in try run.outcome.get().issues {
                let place = missing.firstIndex { $0.code == issue.code && $0.path == issue.path }
                if let place { missing.remove(at: place) } else { unexpected.append(issue) }
            }
            guard !missing.isEmpty || !unexpected.isEmpty else { return }
            let parts = [
                missing.isEmpty ? nil : "there is no \(missing)",
                unexpected.isEmpty
                    ? nil : "there is \(unexpected.map(\.described).joined(separator: "; "))",
            ]
            throw UnmetExpectation(
                .unexpectedIssues, parts.compactMap { $0 }.joined(separator: ", and "))
        }
    }

    /// Everything in the payload fits.
    public static var noIssues: MappingExpectation { issues([]) }

    /// The operation fails, and so changes nothing.
    ///
    /// - Parameter code: Why it fails.
    /// - Returns: The expectation.
    public static func failure(_ code: MappingError.Code) -> MappingExpectation {
        MappingExpectation("the operation to fail with \(code)", isAboutFailure: true) { run in
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
    /// - Returns: The expectation.
    public static func counts(
        of entity: String, inserted: Int? = nil, updated: Int? = nil, unchanged: Int? = nil,
        deleted: Int? = nil, failed: Int? = nil, disallowed: Int? = nil
    ) -> MappingExpectation {
        let expected = [
            ("inserted", inserted), ("updated", updated), ("unchanged", unchanged),
            ("deleted", deleted), ("failed", failed), ("disallowed", disallowed),
        ]
        let words = expected.compactMap { name, count in count.map { "\($0) \(name)" } }
        return MappingExpectation("\(entity): \(words.joined(separator: ", "))") { run in
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
    /// - Returns: The expectation.
    public static func objects(
        of entity: String, where predicate: EntityPredicate = .true, count: Int
    ) -> MappingExpectation {
        MappingExpectation("\(count) stored objects of \(entity)") { run in
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
