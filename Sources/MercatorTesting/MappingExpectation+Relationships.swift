public import ObjectGraph
public import Payload

extension MappingExpectation {
    /// Expects a relationship to be mapped, to any objects.
    ///
    /// - Parameters:
    ///   - source: The source path.
    ///   - relationship: The relationship.
    ///   - record: The path of the record; by default, the first record.
    ///   - fileID: The file of the expectation.
    ///   - line: The line of the expectation.
    /// - Returns: The expectation.
    public static func relationship(
        from source: some PayloadPathConvertible, to relationship: String, at record: String? = nil,
        fileID: String = #fileID, line: Int = #line
    ) -> MappingExpectation {
        let source = PayloadPath(declared: source)
        return MappingExpectation(
            words("relationship", source, relationship) + location(record),
            at: CallSite(fileID, line)
        ) { run in
            _ = try run.record(from: source, to: relationship, at: record)
        }
    }

    /// Expects a relationship to be mapped to a number of objects.
    ///
    /// - Parameters:
    ///   - source: The source path.
    ///   - relationship: The relationship.
    ///   - count: The number of objects; 0 for an empty relationship.
    ///   - record: The path of the record; by default, the first record.
    ///   - fileID: The file of the expectation.
    ///   - line: The line of the expectation.
    /// - Returns: The expectation.
    public static func relationship(
        from source: some PayloadPathConvertible, to relationship: String, count: Int,
        at record: String? = nil, fileID: String = #fileID, line: Int = #line
    ) -> MappingExpectation {
        let source = PayloadPath(declared: source)
        let words = words("relationship", source, relationship) + " with \(count) objects"
        return MappingExpectation(words + location(record), at: CallSite(fileID, line)) { run in
            let record = try run.record(from: source, to: relationship, at: record)
            let found = try run.withObjects(of: relationship, record) { objects, _ in objects.count
            }
            guard found != count else { return }
            throw UnmetExpectation(.unexpectedCount, "it leads to \(found)")
        }
    }

    /// Expects a relationship to be mapped to exactly the given objects.
    ///
    /// - Parameters:
    ///   - source: The source path.
    ///   - relationship: The relationship.
    ///   - objects: The values of the objects, in order if the relationship is ordered; none for an
    ///     empty relationship.
    ///   - record: The path of the record; by default, the first record.
    ///   - fileID: The file of the expectation.
    ///   - line: The line of the expectation.
    /// - Returns: The expectation.
    public static func relationship(
        from source: some PayloadPathConvertible, to relationship: String,
        is objects: [ExpectedObject],
        at record: String? = nil, fileID: String = #fileID, line: Int = #line
    ) -> MappingExpectation {
        let source = PayloadPath(declared: source)
        let words = words("relationship", source, relationship) + " with objects \(objects)"
        return MappingExpectation(words + location(record), at: CallSite(fileID, line)) { run in
            let record = try run.record(from: source, to: relationship, at: record)
            try run.withObjects(of: relationship, record) { found, isOrdered in
                try ExpectedObject.require(objects, are: found, isOrdered: isOrdered)
            }
        }
    }

    /// Expects a relationship to be mapped to objects accepted by a closure.
    ///
    /// - Parameters:
    ///   - source: The source path.
    ///   - relationship: The relationship.
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
