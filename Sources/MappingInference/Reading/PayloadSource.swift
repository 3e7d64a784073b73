/// A payload for inference: a file, or bytes in memory.
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

    /// The name in messages and the default for entity names: the file name.
    public let name: String
    let contents: Contents

    /// Creates a source for a file, which is opened when it is read.
    ///
    /// - Parameter path: The path of the file.
    public init(path: String) {
        self.init(path: path, name: path.split(separator: "/").last.map(String.init) ?? path)
    }

    /// Creates a source for a file with a different name, such as a copy of standard input.
    ///
    /// - Parameters:
    ///   - path: The path of the file, which is opened when it is read.
    ///   - name: The name in messages.
    public init(path: String, name: String) {
        self.name = name
        contents = .file(path: path)
    }

    /// Creates a source for bytes in memory.
    ///
    /// - Parameters:
    ///   - name: The name in messages; its extension may determine the format.
    ///   - bytes: The payload.
    public init(name: String, bytes: [UInt8]) {
        self.name = name
        contents = .bytes(bytes)
    }

    /// The name of the enclosing folder; empty if the path has none.
    var folder: String {
        guard case .file(let path) = contents else { return "" }
        return path.split(separator: "/").dropLast().last.map(String.init) ?? ""
    }
}
