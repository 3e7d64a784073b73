#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The memory usage of the process.
///
/// Linux can reset the peak of a process, which isolates the contribution of a single run.
/// Elsewhere only the peak of the whole process is known.
enum Memory {
    /// Returns the number of bytes that `work` adds at its peak, or `nil` where this
    /// cannot be measured.
    static func peak(of work: () throws -> Void) rethrows -> Int? {
        returnFreeMemory()
        guard forgetPeak(), let before = status("VmRSS:") else {
            try work()
            return nil
        }
        try work()
        return status("VmHWM:").map { max(0, $0 - before) }
    }

    /// The peak memory of the process in bytes, since its start or the last reset.
    static var processPeak: Int {
        var usage = rusage()
        unsafe getrusage(ownProcess, &usage)
        return peak(usage)
    }

    /// Returns the peak memory of a process in bytes.
    static func peak(_ usage: rusage) -> Int {
        #if canImport(Darwin)
            return usage.ru_maxrss
        #else
            return usage.ru_maxrss * 1024
        #endif
    }

    /// The value of `RUSAGE_SELF`, whose type differs between systems.
    private static let ownProcess: Int32 = 0

    /// Returns free memory to the system; memory retained by the allocator would hide
    /// later allocations.
    ///
    /// Calls `malloc_trim` of the GNU C library, which its Swift module does not export.
    private static func returnFreeMemory() {
        typealias Trim = @convention(c) (Int) -> Int32
        guard let address = unsafe dlsym(nil, "malloc_trim") else { return }
        _ = unsafe unsafeBitCast(address, to: Trim.self)(0)
    }

    /// Resets the peak by writing 5 to the file (man page `proc_pid_clear_refs`).
    private static func forgetPeak() -> Bool {
        guard let file = unsafe fopen("/proc/self/clear_refs", "w") else { return false }
        let written = unsafe fputs("5", file)
        return unsafe fclose(file) == 0 && written >= 0
    }

    /// Returns a value in bytes from the status of the process, where values are in kibibytes.
    private static func status(_ key: String) -> Int? {
        guard let file = unsafe fopen("/proc/self/status", "r") else { return nil }
        defer { unsafe fclose(file) }
        var line = [CChar](repeating: 0, count: 256)
        while unsafe fgets(&line, Int32(line.count), file) != nil {
            let bytes = line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
            let text = String(decoding: bytes, as: UTF8.self)
            guard text.hasPrefix(key) else { continue }
            return text.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }
                .map { $0 * 1024 }
        }
        return nil
    }
}
