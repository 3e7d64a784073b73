public import MercatorPayload
public import ObjectGraph

extension MappingExpectation {
    /// Expects a relationship to be mapped, to any objects.
    ///
    /// - Parameters:
    ///   - source: The source path.
    ///   - relationship: The relationship: its name, or a key path such as `\Article.tags`.
    ///   - record: The path of the record; by default, the first record.
    ///   - fileID: The file of the expectation.
    ///   - line: The line of the expectation.
    /// - Returns: The expectation.
    public static func relationship(
        from source: some PayloadPathConvertible, to relationship: some RelationshipReference,
        at record: String? = nil, fileID: String = #fileID, line: Int = #line
    ) -> MappingExpectation {
        let (source, name) = (PayloadPath(declared: source), relationship.nameInModel)
        return MappingExpectation(
            words("relationship", source, name) + location(record), at: CallSite(fileID, line)
        ) { run in
            _ = try run.record(from: source, to: name, at: record)
        }
    }

    /// Expects a relationship to be mapped to a number of objects.
    ///
    /// - Parameters:
    ///   - source: The source path.
    ///   - relationship: The relationship: its name, or a key path such as `\Article.tags`.
    ///   - count: The number of objects; 0 for an empty relationship.
    ///   - record: The path of the record; by default, the first record.
    ///   - fileID: The file of the expectation.
    ///   - line: The line of the expectation.
    /// - Returns: The expectation.
    public static func relationship(
        from source: some PayloadPathConvertible, to relationship: some RelationshipReference,
        count: Int, at record: String? = nil, fileID: String = #fileID, line: Int = #line
    ) -> MappingExpectation {
        let (source, name) = (PayloadPath(declared: source), relationship.nameInModel)
        let words = words("relationship", source, name) + " with \(count) objects"
        return MappingExpectation(words + location(record), at: CallSite(fileID, line)) { run in
            let record = try run.record(from: source, to: name, at: record)
            let found = try run.withObjects(of: name, record) { objects, _ in objects.count }
            guard found != count else { return }
            throw UnmetExpectation(.unexpectedCount, "it leads to \(found)")
        }
    }

    /// Expects a relationship to be mapped to exactly the given objects.
    ///
    /// - Parameters:
    ///   - source: The source path.
    ///   - relationship: The relationship: its name, or a key path such as `\Article.tags`.
    ///   - objects: The values of the objects, in order if the relationship is ordered; none for an
    ///     empty relationship.
    ///   - record: The path of the record; by default, the first record.
    ///   - fileID: The file of the expectation.
    ///   - line: The line of the expectation.
    /// - Returns: The expectation.
    public static func relationship(
        from source: some PayloadPathConvertible, to relationship: some RelationshipReference,
        is objects: [ExpectedObject], at record: String? = nil, fileID: String = #fileID,
        line: Int = #line
    ) -> MappingExpectation {
        let (source, name) = (PayloadPath(declared: source), relationship.nameInModel)
        let words = words("relationship", source, name) + " with objects \(objects)"
        return MappingExpectation(words + location(record), at: CallSite(fileID, line)) { run in
            let record = try run.record(from: source, to: name, at: record)
            try run.withObjects(of: name, record) { found, isOrdered in
                try ExpectedObject.require(objects, are: found, isOrdered: isOrdered)
            }
        }
    }

    /// Expects a relationship to be mapped to objects accepted by a closure.
    ///
    /// - Parameters:
    ///   - source: The source path.
    ///   - relationship: The name of the relationship.
    ///   - record: The path of the record; by default, the first record.
    ///   - fileID: The file of the expectation.
    ///   - line: The line of the expectation.
    ///   - isMet: Returns whether the objects are correct, or throws an error that
    ///     describes the fault.
    /// - Returns: The expectation.
    public static func relationship(
        from source: some PayloadPathConvertible, to relationship: String, at record: String? = nil,
        fileID: String = #fileID, line: Int = #line,
        satisfies isMet: @escaping @Sendable ([ManagedObject]) throws -> Bool
    ) -> MappingExpectation {
        let source = PayloadPath(declared: source)
        let words = words("relationship", source, relationship) + " to satisfy a closure"
        return MappingExpectation(words + location(record), at: CallSite(fileID, line)) { run in
            let record = try run.record(from: source, to: relationship, at: record)
            try run.withObjects(of: relationship, record) { objects, _ in
                try require(objects, "\(objects)", isMet)
            }
        }
    }
}

extension MappingTestRun {
    /// Returns the source record of a relationship mapping.
    fileprivate func record(
        from source: PayloadPath, to relationship: String, at path: String?
    ) throws(UnmetExpectation) -> MappingRecording.Record {
        let (record, note) = try note(from: source, to: relationship, at: path)
        try requireApplied(record, note, from: source)
        return record
    }
}
