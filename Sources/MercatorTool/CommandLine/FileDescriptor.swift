import Synchronization

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
///
/// - Invariant: `number` is open until ``end()`` or `deinit`, for standard streams always.
final class FileDescriptor: Sendable {
    static let standardInput = FileDescriptor(number: STDIN_FILENO)
    static let standardOutput = FileDescriptor(number: STDOUT_FILENO)
    static let standardError = FileDescriptor(number: STDERR_FILENO)

    private let number: Int32
    /// Whether the file is to be closed.
    private let isOpen: Mutex<Bool>

    /// Creates a standard stream.
    private init(number: Int32) {
        self.number = number
        isOpen = Mutex(false)
    }

    /// Creates a file that only the user can read, or empties it.
    ///
    /// - Throws: ``SystemError``.
    init(creating path: String) throws(SystemError) {
        let mode: mode_t = S_IRUSR | S_IWUSR
        number = try Self.retrying { unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC, mode) }
        isOpen = Mutex(true)
    }

    /// Creates a folder to which only the user has access, from its first moment on.
    ///
    /// `FileManager` makes a folder first, and sets its permissions then.
    ///
    /// - Throws: ``SystemError``.
    static func createFolder(_ path: String) throws(SystemError) {
        _ = try retrying { unsafe mkdir(path, 0o700) }
    }

    deinit { try? end() }

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

    /// Closes a created file.
    ///
    /// - Throws: ``SystemError`` if bytes could not be written.
    func end() throws(SystemError) {
        let isOpen = isOpen.withLock { isOpen in
            defer { isOpen = false }
            return isOpen
        }
        guard isOpen, close(number) < 0 else { return }
        // Linux has closed the file even if a signal came.
        guard errno == EINTR else { throw SystemError(number: errno) }
    }

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
