import Synchronization

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

/// A temporary file in its own directory, so that SQLite's auxiliary files are removed with it.
///
/// Only the user has access to the directory. All directories of the process are removed at exit,
/// not with the values that use them: the compiler may end a value's lifetime after its last use,
/// while the path is still in use. Directories of killed processes are removed when a temporary
/// file is next created.
struct TemporaryFile {
    /// The directories of the process.
    private static let directories = Mutex<Set<URL>>([])

    private let directory: URL
    let path: String

    /// Creates the directory, but not the file.
    ///
    /// - Parameters:
    ///   - name: The name of the file.
    ///   - isKept: Whether the directory is left to the user, under a name that no process removes.
    /// - Throws: ``CommandError`` if the directory cannot be created.
    init(_ name: String, isKept: Bool = false) throws {
        Self.removeAbandoned()
        let prefix = isKept ? "mercator-" : "\(Self.prefix)\(getpid())-"
        let folder = FileManager.default.temporaryDirectory
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        directory = folder.appendingPathComponent(prefix + UUID().uuidString)
        do throws(SystemError) {
            try FileDescriptor.createFolder(directory.path)
        } catch {
            throw CommandError("cannot make a temporary folder in '\(folder.path)': \(error)")
        }
        path = directory.appendingPathComponent(name).path
        guard !isKept else { return }
        Self.directories.withLock { [directory] in _ = $0.insert(directory) }
    }

    /// Removes the directories of the process.
    static func removeAll() {
        for directory in directories.withLock({ $0 }) {
            try? FileManager.default.removeItem(at: directory)
        }
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
}
