extension SelectedRow: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The values by the names of their columns: `author.name: Anna, count: 3`.
    public var description: String {
        TextLines(
            zip(names, values).map { "\($0): \("\($1)".shortened())" }, limit: 20
        ).joined
    }

    /// The values by the names of their columns.
    public var debugDescription: String { description }

    /// The first values by the names of their columns.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: zip(names, values).prefix(20).map { (label: $0, value: $1) },
            displayStyle: .struct)
    }
}

extension SelectedPage: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The number of rows, and whether others follow: `256 rows, more follow`.
    public var description: String {
        TextLines.count(rows.count, "row") + (next == nil ? "" : ", more follow")
    }

    /// The number of rows, and whether others follow.
    public var debugDescription: String { description }

    /// The first rows.
    public var customMirror: Mirror { Mirror(self, children: ["rows": Array(rows.prefix(20))]) }
}

extension SearchQuery: CustomDebugStringConvertible, CustomReflectable {
    /// The beginning of the query as text.
    public var debugDescription: String { description.shortened(to: 200) }

    /// The beginning of the query as text.
    public var customMirror: Mirror { Mirror(self, children: ["text": debugDescription]) }
}
