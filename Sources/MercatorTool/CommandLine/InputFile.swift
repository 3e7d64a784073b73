import Foundation

/// A file that somebody named.
struct InputFile {
    private let path: String

    init(_ path: String) {
        self.path = path
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
