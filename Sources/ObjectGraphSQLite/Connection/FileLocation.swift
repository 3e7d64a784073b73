#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The path of a file that is written or opened.
package struct FileLocation {
    private let path: String

    package init(_ path: String) { self.path = path }

    /// Whether the path leads to a folder.
    package var isFolder: Bool { Self.isFolder(path) == true }

    /// The foreseeable reason why no file can be at the path: `there is no folder 'out'`.
    package var problem: String? {
        // The folder of a URL may have a password.
        guard !path.contains("://") else { return "it is a URL, not a file" }
        let folder = URL(filePath: path).deletingLastPathComponent()
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

    /// Indicates whether the path leads to a folder; `nil` if it leads nowhere.
    private static func isFolder(_ path: String) -> Bool? {
        let target = URL(filePath: path).resolvingSymlinksInPath().path
        let type = try? FileManager.default.attributesOfItem(atPath: target)[.type]
        return type.map { $0 as? FileAttributeType == .typeDirectory }
    }
}
