import Foundation

/// The place of a file that a command writes or opens.
struct FilePlace {
    private let path: String

    init(_ path: String) { self.path = path }

    /// The reason why no file can be there, as far as it is seen beforehand: `there is no folder
    /// 'out'`.
    var problem: String? {
        guard !path.contains("://") else { return "it is a URL, not a file" }
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
        let shown = path.split(separator: "/").dropLast().joined(separator: "/")
        let name = path.hasPrefix("/") || shown.isEmpty ? folder.path : shown
        let files = FileManager.default
        if let isFolder = Self.isFolder(path) {
            if isFolder { return "it is a folder" }
            return files.isReadableFile(atPath: path) ? nil : "permission is denied"
        }
        guard let isFolder = Self.isFolder(folder.path) else {
            return "there is no folder '\(name)'"
        }
        guard isFolder else { return "'\(name)' is no folder" }
        return files.isWritableFile(atPath: folder.path)
            ? nil : "nothing can be written into the folder '\(name)'"
    }

    /// Checks that a store can be at the place.
    ///
    /// - Throws: ``CommandError`` with the reason.
    func requireStorable() throws(CommandError) {
        guard let problem else { return }
        throw CommandError("'\(path)' cannot be opened or created: \(problem)")
    }

    /// Indicates whether there is a folder at a path; `nil` if there is nothing.
    private static func isFolder(_ path: String) -> Bool? {
        let url = URL(fileURLWithPath: path).resolvingSymlinksInPath()
        return try? url.resourceValues(forKeys: [.isDirectoryKey]).isDirectory
    }
}
