extension MappingExpectation {
    /// A representation is mapped by a certain mapping, such as one that a dynamic mapping chose.
    ///
    /// - Parameters:
    ///   - name: The name of the mapping.
    ///   - record: The place of the record; the first of all if left out.
    ///   - fileID: The file of the expectation.
    ///   - line: Its line.
    /// - Returns: The expectation.
    public static func mapping(
        _ name: String, at record: String? = nil, fileID: String = #fileID, line: Int = #line
    ) -> MappingExpectation {
        MappingExpectation("the mapping '\(name)'" + place(record), at: SourcePlace(fileID, line)) {
            run in
            let found = try run.records(at: record).map(\.mapping)
            guard !found.contains(name) else { return }
            let shown = found.map { "'\($0)'" }.joined(separator: ", ")
            throw UnmetExpectation(
                .unexpectedMapping, "it was mapped using unexpected mapping \(shown)")
        }
    }

    /// No record is at a place: a dynamic mapping declined it, or it is no representation.
    ///
    /// - Parameters:
    ///   - path: The place.
    ///   - fileID: The file of the expectation.
    ///   - line: Its line.
    /// - Returns: The expectation.
    public static func noRecord(at path: String, fileID: String = #fileID, line: Int = #line)
        -> MappingExpectation
    {
        MappingExpectation("no record" + place(path), at: SourcePlace(fileID, line)) { run in
            let found = run.recording.records.filter { $0.path == path }
            guard let first = found.first else { return }
            throw UnmetExpectation(
                .unexpectedMapping, "it was mapped using the mapping '\(first.mapping)'")
        }
    }
}
