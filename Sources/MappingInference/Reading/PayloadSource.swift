/// A payload to infer from: a file, or bytes in memory.
///
/// ```swift
/// let page = PayloadSource(path: "pages/1.json")
/// let response = PayloadSource(name: "response.json", bytes: bytes)
/// ```
public struct PayloadSource: Sendable {
    enum Contents: Sendable {
        case file(path: String)
        case bytes([UInt8])
    }

    /// The name in messages and for entities that have no better one: that of the file, without
    /// folders.
    public let name: String
    let contents: Contents

    /// Creates a source that reads a file.
    ///
    /// - Parameter path: The path of the file, which is opened when it is read.
    public init(path: String) {
        self.init(path: path, name: path.split(separator: "/").last.map(String.init) ?? path)
    }

    /// Creates a source that reads a file known by another name, such as a copy of the standard
    /// input.
    ///
    /// - Parameters:
    ///   - path: The path of the file, which is opened when it is read.
    ///   - name: The name in messages.
    public init(path: String, name: String) {
        self.name = name
        contents = .file(path: path)
    }

    /// Creates a source of bytes in memory.
    ///
    /// - Parameters:
    ///   - name: The name in messages, with the extension of a file if the format depends on it.
    ///   - bytes: The payload.
    public init(name: String, bytes: [UInt8]) {
        self.name = name
        contents = .bytes(bytes)
    }

    /// The name of the folder that contains the file; empty if the path has none.
    var folder: String {
        guard case .file(let path) = contents else { return "" }
        return path.split(separator: "/").dropLast().last.map(String.init) ?? ""
    }
}
