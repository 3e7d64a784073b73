#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The stream for everything except results.
enum StandardError {
    /// Indicates whether the stream is a terminal.
    static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }

    /// Writes text, ignoring errors.
    static func write(_ text: String) {
        var text = text
        text.withUTF8 { bytes in
            #if canImport(Glibc)
                _ = unsafe Glibc.write(STDERR_FILENO, bytes.baseAddress, bytes.count)
            #elseif canImport(Musl)
                _ = unsafe Musl.write(STDERR_FILENO, bytes.baseAddress, bytes.count)
            #else
                _ = unsafe Darwin.write(STDERR_FILENO, bytes.baseAddress, bytes.count)
            #endif
        }
    }
}
