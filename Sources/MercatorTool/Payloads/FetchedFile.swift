import Mercator

/// A response in a temporary file.
///
/// A payload is read several times: to infer its mapping, and for each of its roots.
final class FetchedFile: ResourceDownload.Destination {
    /// The greatest number of bytes of all files of a resource.
    static let limit = 1 << 30

    private let file: TemporaryFile
    private let descriptor: FileDescriptor
    private let name: String
    private let room: Int

    /// Creates the file.
    ///
    /// - Parameters:
    ///   - name: The name of the payload.
    ///   - room: The greatest number of bytes.
    /// - Throws: ``SystemError`` if it cannot be created.
    init(_ name: String, room: Int) throws {
        file = try TemporaryFile("response")
        (self.name, self.room) = (name, room)
        descriptor = try FileDescriptor(creating: file.path)
    }

    /// The payload.
    var payload: PayloadFile { PayloadFile(path: file.path, name: name) }

    func begin() throws { try descriptor.truncate() }

    func write(_ bytes: [UInt8]) throws {
        try descriptor.append(bytes)
        guard try descriptor.position() <= room else {
            throw CommandError("the resource has more than 1 GiB")
        }
    }

    /// Closes the file, which can be read from then on.
    ///
    /// - Returns: The number of its bytes.
    func end() throws -> Int {
        let size = try descriptor.position()
        try descriptor.end()
        return size
    }
}

extension CommandError: CustomStringConvertible {
    /// The message.
    var description: String { message }
}
