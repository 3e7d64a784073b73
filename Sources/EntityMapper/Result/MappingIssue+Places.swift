/// Issues of payloads that are parts of something larger.
extension MappingIssue {
    /// The same issue at another place.
    package func moved(toPath path: String, line: Int, column: Int) -> MappingIssue {
        MappingIssue(
            code: code, entity: entity, identity: identity, property: property, path: path,
            line: line, column: column, expected: expected, found: found)
    }

    /// The issue of a record that could not be read.
    package static func malformedRecord(
        of entity: String, path: String, line: Int, column: Int, expected: String, found: String
    ) -> MappingIssue {
        MappingIssue(
            code: .malformedRecord, entity: entity, identity: nil, property: nil, path: path,
            line: line, column: column, expected: expected, found: found)
    }
}
