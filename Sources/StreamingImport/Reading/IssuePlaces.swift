import EntityMapper
import Payload

/// Converts positions in a batch to positions in the source.
struct IssuePlaces {
    let document: PayloadDocument
    let marks: [RecordMark]
    let prefix: String

    /// Returns the issues with their positions in the source.
    ///
    /// - Complexity: O(bytes of the batch) if there are issues.
    func moved(_ issues: [MappingIssue]) -> [MappingIssue] {
        guard !issues.isEmpty else { return [] }
        let lines = document.locations(ofBytes: marks.map(\.bytes.lowerBound)).map(\.line)
        return issues.map { issue in
            guard let (element, rest) = Self.element(of: issue.path),
                marks.indices.contains(element)
            else { return issue }
            let mark = marks[element]
            let place = mark.start.moved(
                toLine: issue.line - lines[element] + 1, column: issue.column)
            return issue.moved(
                toPath: "\(prefix)[\(mark.index)]\(rest)", line: place.line, column: place.column)
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
