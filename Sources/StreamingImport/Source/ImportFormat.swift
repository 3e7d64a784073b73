public import Payload

/// The arrangement of records in the source of an import.
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

    /// One record per line: NDJSON, also known as JSON lines.
    ///
    /// Lines end with a line feed, optionally preceded by a carriage return. Blank
    /// lines are ignored.
    public static let lines = ImportFormat(kind: .lines)

    /// Creates a format whose records are the elements of an array in a JSON document.
    ///
    /// If a key on the path is repeated, its first occurrence counts.
    ///
    /// - Parameter path: The keys to the array; the empty path denotes the document itself.
    /// - Returns: The format.
    public static func array(at path: some PayloadPathConvertible) -> ImportFormat {
        ImportFormat(kind: .array(PayloadPath(declared: path)))
    }

    /// A short description: `lines`, `array at 'data.items'`.
    public var description: String {
        switch kind {
        case .lines: "lines"
        case .array(let path): path.components.isEmpty ? "array" : "array at '\(path)'"
        }
    }

    /// The prefix of paths in issues.
    var prefix: String {
        guard case .array(let path) = kind else { return "" }
        return path.description
    }

    /// Throws if the path is invalid or contains components other than keys.
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
