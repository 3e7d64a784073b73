#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

/// Reads the bytes of a source in chunks.
///
/// - Invariant: The descriptor, if there is one, is open until `deinit`.
final class SourceBytes {
    /// Few system calls, and the chunk fits into the cache.
    static let chunkSize = 1 << 18

    private let name: String
    private let memory: [UInt8]
    private let descriptor: Int32?
    /// The size in bytes.
    let size: Int
    private var offset = 0

    init(_ source: PayloadSource) throws(InferenceError) {
        name = source.name
        switch source.contents {
        case .bytes(let bytes): (memory, descriptor, size) = (bytes, nil, bytes.count)
        case .file(let path):
            memory = []
            (descriptor, size) = try Self.file(at: path, named: source.name)
        }
    }

    deinit {
        if let descriptor { _ = close(descriptor) }
    }

    private static func file(
        at path: String, named name: String
    ) throws(InferenceError) -> (descriptor: Int32, size: Int) {
        let descriptor = unsafe open(path, O_RDONLY)
        guard descriptor >= 0 else {
            let reason =
                switch errno {
                case ENOENT: "there is no such file"
                case EACCES: "permission is denied"
                default: "it is not a file that can be read (error \(errno))"
                }
            throw InferenceError(.unreadable, "cannot read '\(path)': \(reason)")
        }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            let isFolder = status.st_mode & S_IFMT == S_IFDIR
            close(descriptor)
            throw InferenceError(
                .unreadable,
                "cannot read '\(path)': "
                    + (isFolder ? "it is a folder; name its files" : "it is no regular file"))
        }
        return (descriptor, Int(status.st_size))
    }

    /// Returns at most `count` bytes; none at the end.
    func next(_ count: Int = chunkSize) throws(InferenceError) -> [UInt8] {
        guard let descriptor else {
            let end = min(memory.count, offset + count)
            defer { offset = end }
            return offset == 0 && end == memory.count ? memory : Array(memory[offset..<end])
        }
        while true {
            var result = 0
            let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
                // The buffer has room for `count` bytes, the maximum requested.
                result = unsafe pread(descriptor, buffer.baseAddress, count, off_t(offset))
                filled = max(0, result)
            }
            if result >= 0 {
                offset += result
                return bytes
            }
            guard errno == EINTR else {
                throw InferenceError(
                    .unreadable, in: name, "cannot read at byte \(offset) (error \(errno))")
            }
        }
    }

    /// Returns all remaining bytes.
    func rest() throws(InferenceError) -> [UInt8] {
        var all = try next(max(1, size - offset))
        while true {
            let more = try next()
            guard !more.isEmpty else { return all }
            all += more
        }
    }
}
