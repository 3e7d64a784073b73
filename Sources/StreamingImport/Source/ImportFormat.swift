public import MercatorPayload

/// The arrangement of records in the source of an import.
///
/// ```swift
/// let lines = ImportFormat.lines                  // {"id": 1}⏎{"id": 2}⏎
/// let page = ImportFormat.array(at: "data.items") // {"data": {"items": [{"id": 1}, {"id": 2}]}}
/// let top = ImportFormat.array(at: "")            // [{"id": 1}, {"id": 2}]
/// let map = ImportFormat.members(at: "users")     // {"users": {"1": {…}, "2": {…}}}
/// ```
public struct ImportFormat: Sendable, Hashable, CustomStringConvertible {
    enum Kind: Sendable, Hashable {
        case lines
        case array(PayloadPath)
        case members(PayloadPath)
        case document
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

    /// Creates a format whose records are the members of an object in a JSON document.
    ///
    /// A record is an object with one member, the key and its value, such as `{"1": {…}}` or
    /// `{"205": "North"}`. Its mapping has `forcesCollectionMapping`: `@key` is the key, `{key}` is
    /// the value, and `{key}.name` a member of the value. Of duplicate keys on the path, the first
    /// one wins; duplicate keys of records are separate records.
    ///
    /// - Parameter path: The keys to the object; the empty path denotes the document itself.
    /// - Returns: The format.
    public static func members(at path: some PayloadPathConvertible) -> ImportFormat {
        ImportFormat(kind: .members(PayloadPath(declared: path)))
    }

    /// The whole source as one payload, with the root paths of the plan.
    static let document = ImportFormat(kind: .document)

    /// A short description: `lines`, `array at 'data.items'`.
    public var description: String {
        switch kind {
        case .lines: "lines"
        case .array(let path): path.components.isEmpty ? "array" : "array at '\(path)'"
        case .members(let path): path.components.isEmpty ? "members" : "members of '\(path)'"
        case .document: "document"
        }
    }

    /// The path of the collection of records; `nil` if the records are not in one.
    private var path: PayloadPath? {
        switch kind {
        case .array(let path), .members(let path): path
        case .lines, .document: nil
        }
    }

    /// The path of the collection in issues.
    private var prefix: String { path?.description ?? "" }

    /// The enclosure of the records of a batch.
    var frame: RecordFrame {
        switch kind {
        case .lines, .array: .array
        case .members: .object
        case .document: .none
        }
    }

    /// Returns the path of a record in the source, given its index and, for the member of an
    /// object, its key.
    func path(ofRecord index: Int, key: String? = nil) -> String {
        switch kind {
        case .lines, .array: "\(prefix)[\(index)]"
        case .members(let path):
            PayloadPath(path.components + (key.map { [.key($0)] } ?? [])).description
        case .document: ""
        }
    }

    /// Throws if the path is invalid or contains components other than keys.
    func check() throws(ImportError) {
        guard let path else { return }
        if let problem = path.problem {
            throw ImportError(.invalidPath, "\(problem)", cause: problem)
        }
        guard path.isPlain else {
            throw ImportError(
                .invalidPath,
                "expected a path of keys to the records, found '\(path)'; an operator or a context "
                    + "needs the whole document")
        }
    }
}
