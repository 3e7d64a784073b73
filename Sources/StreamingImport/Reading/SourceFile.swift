#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

/// An open file that is read in chunks.
///
/// - Invariant: `descriptor` is open until `deinit`.
package final class SourceFile: Sendable {
    /// Large enough to limit the number of system calls, small enough for the cache.
    package static let chunkSize = 1 << 18

    private let path: String
    private let descriptor: Int32
    /// The size in bytes, or `nil` for files without one, such as pipes.
    package let size: Int?

    package init(_ path: String) throws(ImportError) {
        self.path = path
        descriptor = unsafe open(path, O_RDONLY)
        guard descriptor >= 0 else {
            let reason =
                switch errno {
                case ENOENT: "there is no such file"
                case EACCES: "permission is denied"
                default: "it is not a file that can be read (error \(errno))"
                }
            throw ImportError(.cannotRead, "cannot read '\(path)': \(reason)")
        }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT != S_IFDIR else {
            close(descriptor)
            throw ImportError(.cannotRead, "cannot read '\(path)': it is a folder; name a file")
        }
        size = status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
    }

    deinit {
        close(descriptor)
    }

    /// Returns up to `count` bytes from an offset; empty at the end.
    ///
    /// A file without a size is read from its current position.
    package func bytes(at offset: Int, count: Int = chunkSize) throws(ImportError) -> [UInt8] {
        while true {
            let (isSeekable, descriptor) = (size != nil, descriptor)
            var result = 0
            let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
                // The buffer has room for `count` bytes, which is the maximum requested.
                result =
                    unsafe isSeekable
                    ? pread(descriptor, buffer.baseAddress, count, off_t(offset))
                    : read(descriptor, buffer.baseAddress, count)
                filled = max(0, result)
            }
            if result >= 0 { return bytes }
            guard errno == EINTR else {
                throw ImportError(
                    .cannotRead, "cannot read '\(path)' at byte \(offset) (error \(errno))")
            }
        }
    }
}
