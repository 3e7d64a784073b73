import Foundation

/// A file that somebody named.
struct InputFile {
    private let path: String

    init(_ path: String) {
        self.path = path
    }

    /// The file itself, or the files in the folder: by name, without hidden ones and folders.
    ///
    /// - Throws: ``CommandError`` if there is nothing to read.
    func pathsOfPayloads() throws -> [String] {
        var isFolder: ObjCBool = false
        let manager = FileManager.default
        guard manager.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue else {
            return [path]
        }
        let names: [String]
        do {
            names = try manager.contentsOfDirectory(atPath: path)
        } catch {
            throw CommandError("cannot read the folder '\(path)': permission is denied")
        }
        let paths = names.filter { !$0.hasPrefix(".") }.sorted()
            .map { path.hasSuffix("/") ? path + $0 : "\(path)/\($0)" }
            .filter { path in
                var isFolder: ObjCBool = false
                return manager.fileExists(atPath: path, isDirectory: &isFolder)
                    && !isFolder.boolValue
            }
        guard !paths.isEmpty else { throw CommandError("the folder '\(path)' has no payloads") }
        return paths
    }

    /// Everything in it.
    ///
    /// - Throws: ``CommandError`` that says in plain words why it cannot be read.
    func bytes() throws -> [UInt8] {
        do {
            return Array(try Data(contentsOf: URL(fileURLWithPath: path)))
        } catch {
            let reason =
                switch (error as? CocoaError)?.code {
                case .fileReadNoSuchFile: "there is no such file"
                case .fileReadNoPermission: "permission is denied"
                default: "it is not a file that can be read"
                }
            throw CommandError("cannot read '\(path)': \(reason)")
        }
    }
}
