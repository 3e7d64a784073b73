public import Payload

/// How the records of an import lie in its source.
///
/// ```swift
/// let lines = ImportFormat.lines                  // {"id": 1}⏎{"id": 2}⏎
/// let page = ImportFormat.array(at: "data.items") // {"data": {"items": [{"id": 1}, {"id": 2}]}}
/// let top = ImportFormat.array(at: "")            // [{"id": 1}, {"id": 2}]
/// ```
public struct ImportFormat: Sendable, Hashable, CustomStringConvertible {
    enum Kind: Sendable, Hashable {
        case lines
        case array(PayloadPath)
    }

    let kind: Kind

    /// Each line is a record: NDJSON, JSON lines.
    ///
    /// Lines end with a line feed, with or without a carriage return in front of it. Blank lines are
    /// no records.
    public static let lines = ImportFormat(kind: .lines)

    /// Each element of an array in a JSON document is a record.
    ///
    /// Of a key that is repeated on the way, the first counts.
    ///
    /// - Parameter path: The keys that lead to the array; the empty path is the document itself.
    /// - Returns: The format.
    public static func array(at path: some PayloadPathConvertible) -> ImportFormat {
        ImportFormat(kind: .array(PayloadPath(declared: path)))
    }

    /// The format in a few words: `lines`, `array at 'data.items'`.
    public var description: String {
        switch kind {
        case .lines: "lines"
        case .array(let path): path.components.isEmpty ? "array" : "array at '\(path)'"
        }
    }

    /// How paths in issues begin.
    var prefix: String {
        guard case .array(let path) = kind else { return "" }
        return path.description
    }

    /// Throws unless the path leads somewhere.
    func check() throws(ImportError) {
        guard case .array(let path) = kind else { return }
        if let problem = path.problem {
            throw ImportError(.invalidPath, "\(problem)", cause: problem)
        }
        guard path.isPlain else {
            throw ImportError(
                .invalidPath,
                "expected a path of keys to the array, found '\(path)'; an operator or a context "
                    + "needs the whole document")
        }
    }
}
