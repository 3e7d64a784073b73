public import ObjectGraph
public import Payload

extension MappingExpectation {
    /// A relationship is mapped, to whatever objects.
    ///
    /// - Parameters:
    ///   - source: The source path.
    ///   - relationship: The destination.
    ///   - record: The place of the record; the first of all if left out.
    ///   - fileID: The file of the expectation.
    ///   - line: Its line.
    /// - Returns: The expectation.
    public static func relationship(
        from source: some PayloadPathConvertible, to relationship: String, at record: String? = nil,
        fileID: String = #fileID, line: Int = #line
    ) -> MappingExpectation {
        let source = PayloadPath(declared: source)
        return MappingExpectation(
            words("relationship", source, relationship) + place(record),
            at: SourcePlace(fileID, line)
        ) { run in
            _ = try run.record(from: source, to: relationship, at: record)
        }
    }

    /// A relationship is mapped, and leads to so many objects.
    ///
    /// - Parameters:
    ///   - source: The source path.
    ///   - relationship: The destination.
    ///   - count: How many there are; 0 where it must be empty.
    ///   - record: The place of the record; the first of all if left out.
    ///   - fileID: The file of the expectation.
    ///   - line: Its line.
    /// - Returns: The expectation.
    public static func relationship(
        from source: some PayloadPathConvertible, to relationship: String, count: Int,
        at record: String? = nil, fileID: String = #fileID, line: Int = #line
    ) -> MappingExpectation {
        let source = PayloadPath(declared: source)
        let words = words("relationship", source, relationship) + " with \(count) objects"
        return MappingExpectation(words + place(record), at: SourcePlace(fileID, line)) { run in
            let record = try run.record(from: source, to: relationship, at: record)
            let found = try run.withObjects(of: relationship, record) { objects, _ in objects.count
            }
            guard found != count else { return }
            throw UnmetExpectation(.unexpectedCount, "it leads to \(found)")
        }
    }

    /// A relationship is mapped, and leads to exactly these objects.
    ///
    /// - Parameters:
    ///   - source: The source path.
    ///   - relationship: The destination.
    ///   - objects: Values of the objects, in order if the relationship has one; none where it must
    ///     be empty.
    ///   - record: The place of the record; the first of all if left out.
    ///   - fileID: The file of the expectation.
    ///   - line: Its line.
    /// - Returns: The expectation.
    public static func relationship(
        from source: some PayloadPathConvertible, to relationship: String,
        is objects: [ExpectedObject],
        at record: String? = nil, fileID: String = #fileID, line: Int = #line
    ) -> MappingExpectation {
        let source = PayloadPath(declared: source)
        let words = words("relationship", source, relationship) + " with objects \(objects)"
        return MappingExpectation(words + place(record), at: SourcePlace(fileID, line)) { run in
            let record = try run.record(from: source, to: relationship, at: record)
            try run.withObjects(of: relationship, record) { found, isOrdered in
                try ExpectedObject.require(objects, are: found, isOrdered: isOrdered)
            }
        }
    }

    /// A relationship is mapped, and leads to objects that a closure accepts.
    ///
    /// - Parameters:
    ///   - source: The source path.
    ///   - relationship: The destination.
    ///   - record: The place of the record; the first of all if left out.
    ///   - fileID: The file of the expectation.
    ///   - line: Its line.
    ///   - isMet: Says whether the objects are right, or throws what is wrong with them.
    /// - Returns: The expectation.
    public static func relationship(
        from source: some PayloadPathConvertible, to relationship: String, at record: String? = nil,
        fileID: String = #fileID, line: Int = #line,
        satisfies isMet: @escaping @Sendable ([ManagedObject]) throws -> Bool
    ) -> MappingExpectation {
        let source = PayloadPath(declared: source)
        let words = words("relationship", source, relationship) + " to satisfy a closure"
        return MappingExpectation(words + place(record), at: SourcePlace(fileID, line)) { run in
            let record = try run.record(from: source, to: relationship, at: record)
            try run.withObjects(of: relationship, record) { objects, _ in
                try require(objects, "\(objects)", isMet)
            }
        }
    }
}

extension MappingTestRun {
    /// The record of which something became of a relationship mapping.
    fileprivate func record(
        from source: PayloadPath, to relationship: String, at path: String?
    ) throws(UnmetExpectation) -> MappingRecording.Record {
        let (record, note) = try note(from: source, to: relationship, at: path)
        try requireApplied(record, note, from: source)
        return record
    }
}
