import EntityMapper
import MercatorPayload

/// Converts positions in a batch to positions in the source.
struct IssueRelocation {
    let document: PayloadDocument
    let marks: [RecordMark]
    let format: ImportFormat

    /// Returns the issues with their positions in the source.
    ///
    /// - Complexity: O(bytes of the batch) if there are issues.
    func moved(_ issues: [MappingIssue]) -> [MappingIssue] {
        guard !issues.isEmpty, format.frame != .none else { return issues }
        let lines = document.locations(ofBytes: marks.map(\.bytes.lowerBound)).map(\.line)
        return issues.map { issue in
            // Each record begins on a new line.
            guard let element = lines.lastIndex(where: { $0 <= issue.line }) else { return issue }
            let mark = marks[element]
            let location = mark.start.moved(
                toLine: issue.line - lines[element] + 1, column: issue.column)
            return issue.moved(
                toPath: path(of: issue, mark), line: location.line, column: location.column)
        }
    }

    /// Returns the path of an issue in the source.
    private func path(of issue: MappingIssue, _ mark: RecordMark) -> String {
        switch format.frame {
        case .array:
            let rest = Self.element(of: issue.path)?.rest ?? ""
            return format.path(ofRecord: mark.index) + rest
        case .object, .none:
            let prefix = format.path(ofRecord: mark.index)
            return prefix.isEmpty || issue.path.isEmpty
                ? prefix + issue.path : "\(prefix).\(issue.path)"
        }
    }

    /// Splits a path such as `[17].tags[2]` into the element index and the rest.
    private static func element(of path: String) -> (index: Int, rest: Substring)? {
        guard path.first == "[", let end = path.firstIndex(of: "]"),
            let index = Int(path[path.index(after: path.startIndex)..<end])
        else { return nil }
        return (index, path[path.index(after: end)...])
    }
}
