/// Issues of payloads that are parts of a larger source.
extension MappingIssue {
    /// Returns the same issue at a different location.
    package func moved(toPath path: String, line: Int, column: Int) -> MappingIssue {
        MappingIssue(
            code: code, entity: entity, identity: identity, property: property, path: path,
            line: line, column: column, expected: expected, found: found)
    }

    /// Creates the issue for a record that cannot be parsed.
    package static func malformedRecord(
        of entity: String, path: String, line: Int, column: Int, expected: String, found: String
    ) -> MappingIssue {
        MappingIssue(
            code: .malformedRecord, entity: entity, identity: nil, property: nil, path: path,
            line: line, column: column, expected: expected, found: found)
    }
}
