import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A temporary file in its own directory, so that SQLite's auxiliary files are removed with it.
///
/// Only the user can look into the directory. That of a process that was killed is removed by the
/// next one that makes a temporary file.
struct TemporaryFile {
    private let directory: URL
    let path: String

    /// Creates the directory, but not the file.
    init(_ name: String) throws {
        Self.removeAbandoned()
        directory = FileManager.default.temporaryDirectory
            .appendingPathComponent("\(Self.prefix)\(getpid())-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: directory, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        path = directory.appendingPathComponent(name).path
    }

    /// The beginning of the names of directories, before the number of their process.
    private static let prefix = "mercator-file-"

    /// Removes the directories of processes that have ended without removing them.
    private static func removeAbandoned() {
        let (files, folder) = (FileManager.default, FileManager.default.temporaryDirectory)
        for name in (try? files.contentsOfDirectory(atPath: folder.path)) ?? []
        where name.hasPrefix(prefix) {
            let parts = name.dropFirst(prefix.count).split(separator: "-", maxSplits: 1)
            guard parts.count == 2, let process = Int32(parts[0]), process > 0,
                UUID(uuidString: String(parts[1])) != nil, kill(process, 0) == -1, errno == ESRCH
            else { continue }
            try? files.removeItem(at: folder.appendingPathComponent(name))
        }
    }

    func remove() {
        try? FileManager.default.removeItem(at: directory)
    }
}
