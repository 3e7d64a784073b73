#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

/// An open file, pipe or terminal.
///
/// `FileHandle` would do, but belongs to the part of Foundation that doubles the size of a static
/// program.
struct FileDescriptor {
    static let standardInput = FileDescriptor(number: STDIN_FILENO)
    static let standardOutput = FileDescriptor(number: STDOUT_FILENO)
    static let standardError = FileDescriptor(number: STDERR_FILENO)

    private let number: Int32

    private init(number: Int32) { self.number = number }

    /// Creates a file that only the user can read, or empties it.
    ///
    /// - Throws: ``SystemError``.
    init(creating path: String) throws(SystemError) {
        let mode: mode_t = S_IRUSR | S_IWUSR
        number = try Self.retrying { unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC, mode) }
    }

    /// Reads what is there, at most `count` bytes; none at the end.
    ///
    /// - Throws: ``SystemError``.
    func bytes(upTo count: Int) throws(SystemError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        // The array has room for `count` bytes.
        let found = try Self.retrying { unsafe read(number, &bytes, count) }
        bytes.removeLast(count - found)
        return bytes
    }

    /// Writes all bytes.
    ///
    /// - Throws: ``SystemError``; some of the bytes may have been written.
    func append(_ bytes: [UInt8]) throws(SystemError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            // The slice has its elements in one piece.
            let written = try Self.retrying {
                unsafe rest.withUnsafeBytes { unsafe write(number, $0.baseAddress, $0.count) }
            }
            rest = rest.dropFirst(written)
        }
    }

    /// Removes all bytes, and continues at the start.
    ///
    /// - Throws: ``SystemError``.
    func truncate() throws(SystemError) {
        _ = try Self.retrying { ftruncate(number, 0) }
        _ = try Self.retrying { lseek(number, 0, SEEK_SET) }
    }

    /// The number of bytes that were written since the start.
    ///
    /// - Throws: ``SystemError``.
    func position() throws(SystemError) -> Int {
        Int(try Self.retrying { lseek(number, 0, SEEK_CUR) })
    }

    /// Closes the file.
    ///
    /// - Throws: ``SystemError`` if bytes could not be written.
    func end() throws(SystemError) { _ = try Self.retrying { close(number) } }

    /// Calls the system until no signal interrupts it.
    private static func retrying<Result: SignedInteger>(
        _ call: () -> Result
    ) throws(SystemError) -> Result {
        while true {
            let result = call()
            guard result < 0 else { return result }
            guard errno == EINTR else { throw SystemError(number: errno) }
        }
    }
}

/// An error of the operating system.
struct SystemError: Error, CustomStringConvertible {
    /// The value of `errno`.
    let number: Int32

    /// Whether the reader of a pipe has gone.
    var isBrokenPipe: Bool { number == EPIPE }

    /// The message of the system: `No space left on device`.
    var description: String { unsafe String(cString: strerror(number)) }
}
