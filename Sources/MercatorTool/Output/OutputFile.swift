import Mercator

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A file that a command writes.
struct OutputFile {
    private let path: String

    init(_ path: String) { self.path = path }

    /// Replaces the contents of the file in one step.
    ///
    /// - Throws: ``CommandError`` with the name of the file.
    func write(_ text: String) throws {
        do {
            try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
        } catch {
            let isFull = (error as? CocoaError)?.code == .fileWriteOutOfSpace
            let reason = isFull ? "there is no room left" : FileLocation(path).problem
            throw CommandError("cannot write '\(path)': \(reason ?? "\(error)")")
        }
    }
}
