import Foundation
import Mercator

/// A response in a temporary file.
///
/// A payload is read several times: to infer its mapping, and for each of its roots.
final class FetchedFile: ResourceDownload.Destination {
    /// The greatest number of bytes of all files of a resource.
    static let limit = 1 << 30

    private let file: TemporaryFile
    private let handle: FileHandle
    private let name: String
    private let room: Int

    /// Creates the file.
    ///
    /// - Parameters:
    ///   - name: The name of the payload.
    ///   - room: The greatest number of bytes.
    /// - Throws: `CocoaError` if there is no room for it.
    init(_ name: String, room: Int) throws {
        file = try TemporaryFile("response")
        (self.name, self.room) = (name, room)
        try Data().write(to: URL(fileURLWithPath: file.path))
        handle = try FileHandle(forWritingTo: URL(fileURLWithPath: file.path))
    }

    /// The payload.
    var payload: PayloadFile { PayloadFile(path: file.path, name: name) }

    func begin() throws { try handle.truncate(atOffset: 0) }

    func write(_ bytes: [UInt8]) throws {
        try handle.write(contentsOf: Data(bytes))
        guard try handle.offset() <= room else {
            throw CommandError("the resource has more than 1 GiB")
        }
    }

    /// Closes the file, which can be read from then on.
    ///
    /// - Returns: The number of its bytes.
    func end() throws -> Int {
        let size = try handle.offset()
        try handle.close()
        return Int(size)
    }
}

extension CommandError: CustomStringConvertible {
    /// The message.
    var description: String { message }
}
