import Foundation
import Mercator

/// A response in a temporary file that is removed with this value.
///
/// A payload is read several times: to infer its mapping, and for each of its roots.
final class FetchedFile: ResourceDownload.Destination {
    /// The greatest number of bytes that are kept.
    private static let limit = 1 << 30

    private let file: TemporaryFile
    private let handle: FileHandle
    private let name: String

    /// Creates the file.
    ///
    /// - Parameter name: The name of the payload.
    /// - Throws: `CocoaError` if there is no room for it.
    init(_ name: String) throws {
        file = try TemporaryFile("response")
        self.name = name
        do {
            try Data().write(to: URL(fileURLWithPath: file.path))
            handle = try FileHandle(forWritingTo: URL(fileURLWithPath: file.path))
        } catch {
            file.remove()
            throw error
        }
    }

    deinit { file.remove() }

    /// The payload, as long as this value exists.
    var payload: PayloadFile { PayloadFile(path: file.path, name: name) }

    func begin() throws { try handle.truncate(atOffset: 0) }

    func write(_ bytes: [UInt8]) throws {
        try handle.write(contentsOf: Data(bytes))
        guard try handle.offset() <= Self.limit else {
            throw CommandError("the response has more than 1 GiB")
        }
    }
}

extension CommandError: CustomStringConvertible {
    /// The message.
    var description: String { message }
}
