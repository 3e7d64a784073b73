import Mercator

/// The standard input, copied to a temporary file.
///
/// A payload is read several times: to infer its mapping, and for each of its roots.
struct StandardInput {
    /// The greatest number of bytes that are copied.
    private static let limit = 1 << 30

    private let file: TemporaryFile
    /// The path of the copy.
    var path: String { file.path }
    /// The name of the payload, which depends on its content alone.
    let name: String

    /// Reads the standard input to its end.
    ///
    /// - Throws: ``CommandError`` if it is empty, or has more bytes than a copy may have.
    init() throws {
        file = try TemporaryFile("input")
        var digest = SourceDigest()
        let copy = try FileDescriptor(creating: file.path)
        while true {
            let chunk = try FileDescriptor.standardInput.bytes(upTo: 1 << 18)
            guard !chunk.isEmpty else { break }
            digest.add(chunk[...])
            guard digest.count <= Self.limit else {
                throw CommandError(
                    "the standard input has more than 1 GiB; write it to a file, and import that")
            }
            try copy.append(chunk)
        }
        try copy.end()
        guard digest.count > 0 else { throw CommandError("the standard input is empty") }
        let words = digest.text.split(separator: " ")
        name = "input-\(words.first ?? "")"
    }
}
