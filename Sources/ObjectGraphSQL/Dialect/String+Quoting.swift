extension String {
    /// The text as a quoted SQL identifier, which is never a keyword.
    package var quotedName: String {
        "\"" + split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
            + "\""
    }

    /// The text as an SQL literal.
    package var quotedText: String {
        "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
    }
}
