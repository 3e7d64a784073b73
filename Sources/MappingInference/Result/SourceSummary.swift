/// A payload, with its size and format.
public struct SourceSummary: Sendable, Hashable {
    /// The file name, without folders.
    public var name: String
    /// The format: `json`, `lines`, `xml`, `plist`, `form`.
    public var format: String
    /// The size in bytes.
    public var bytes: Int
    /// The number of documents: lines, or one.
    public var documents: Int
    /// The number of objects at all paths.
    public var objects: Int
    /// The name of the source's group in the mapping file; empty if there is only one group.
    public var group: String

    package init(
        name: String, format: String, bytes: Int, documents: Int, objects: Int, group: String = ""
    ) {
        self.name = name
        self.group = group
        self.format = format
        self.bytes = bytes
        self.documents = documents
        self.objects = objects
    }
}
