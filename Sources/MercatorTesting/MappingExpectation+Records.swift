extension MappingExpectation {
    /// Expects a record to be mapped by a particular mapping.
    ///
    /// An example is the choice of a dynamic mapping.
    ///
    /// - Parameters:
    ///   - name: The name of the mapping.
    ///   - record: The path of the record; by default, the first record.
    ///   - fileID: The file of the expectation.
    ///   - line: The line of the expectation.
    /// - Returns: The expectation.
    public static func mapping(
        _ name: String, at record: String? = nil, fileID: String = #fileID, line: Int = #line
    ) -> MappingExpectation {
        MappingExpectation("the mapping '\(name)'" + location(record), at: CallSite(fileID, line)) {
            run in
            let found = try run.records(at: record).map(\.mapping)
            guard !found.contains(name) else { return }
            let shown = found.map { "'\($0)'" }.joined(separator: ", ")
            throw UnmetExpectation(
                .unexpectedMapping, "it was mapped using unexpected mapping \(shown)")
        }
    }

    /// Expects no record at a path.
    ///
    /// A dynamic mapping declined it, or the value is not a representation.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - fileID: The file of the expectation.
    ///   - line: The line of the expectation.
    /// - Returns: The expectation.
    public static func noRecord(at path: String, fileID: String = #fileID, line: Int = #line)
        -> MappingExpectation
    {
        MappingExpectation("no record" + location(path), at: CallSite(fileID, line)) { run in
            let found = run.recording.records.filter { $0.path == path }
            guard let first = found.first else { return }
            throw UnmetExpectation(
                .unexpectedMapping, "it was mapped using the mapping '\(first.mapping)'")
        }
    }
}
