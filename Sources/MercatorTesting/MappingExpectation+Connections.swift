import ConnectionEvaluation
import EntityMapper
public import ObjectGraph

extension MappingExpectation {
    /// Expects a connection to have a destination.
    ///
    /// - Parameters:
    ///   - relationship: The relationship connected by the mapping of the record: its name, or a
    ///     key path.
    ///   - target: The destination.
    ///   - record: The path of the record; by default, the first record.
    ///   - fileID: The file of the expectation.
    ///   - line: The line of the expectation.
    /// - Returns: The expectation.
    public static func connection(
        for relationship: some RelationshipReference, leadsTo target: ExpectedDestination,
        at record: String? = nil, fileID: String = #fileID, line: Int = #line
    ) -> MappingExpectation {
        let relationship = relationship.nameInModel
        let words = "connection '\(relationship)' leading to \(target)" + location(record)
        return MappingExpectation(words, at: CallSite(fileID, line)) { run in
            let record = try run.record(connecting: relationship, at: record)
            try run.withObjects(of: relationship, record) { objects, isOrdered in
                switch target {
                case .anything: return
                case .something where !objects.isEmpty: return
                case .something:
                    throw UnmetExpectation(
                        .unexpectedObjects, "the relationship is empty\(run.advice(relationship))")
                case .nothing:
                    try ExpectedObject.require([], are: objects, isOrdered: isOrdered)
                case .objects(let expected):
                    guard !objects.isEmpty || expected.isEmpty else {
                        throw UnmetExpectation(
                            .unexpectedObjects,
                            "the relationship is empty\(run.advice(relationship))")
                    }
                    try ExpectedObject.require(expected, are: objects, isOrdered: isOrdered)
                }
            }
        }
    }
}

extension MappingTestRun {
    /// Returns the record at a path whose mapping has a connection for a relationship.
    fileprivate func record(
        connecting relationship: String, at path: String?
    ) throws(UnmetExpectation) -> MappingRecording.Record {
        let records = try records(at: path)
        let record = records.first { record in
            let mapping = plan.mappings.mappings.first { $0.name == record.mapping }
            return mapping?.connections.contains { $0.relationship == relationship } == true
        }
        if let record { return record }
        let names = records.map { "'\($0.mapping)'" }.joined(separator: ", ")
        throw UnmetExpectation(
            .notMapped, "the mapping \(names) has no connection for '\(relationship)'")
    }

    /// Describes the unresolved keys of a relationship.
    fileprivate func advice(_ relationship: String) -> String {
        let open = (try? outcome.get())?.unresolved.filter { $0.relationship == relationship } ?? []
        let keys = open.flatMap(\.keys).prefix(5).map { "\(ExpectedObject($0.values))" }
        return keys.isEmpty
            ? "; its foreign key is empty" : "; missing: " + keys.joined(separator: ", ")
    }
}
