#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// How much memory the process takes.
///
/// Linux lets a process forget its peak, so what one run adds can be told apart. Elsewhere only the
/// peak of the whole process is known.
enum Memory {
    /// The bytes that some work adds at its peak, or `nil` where they cannot be told apart.
    static func peak(of work: () throws -> Void) rethrows -> Int? {
        returnFreeMemory()
        guard forgetPeak(), let before = status("VmRSS:") else {
            try work()
            return nil
        }
        try work()
        return status("VmHWM:").map { max(0, $0 - before) }
    }

    /// Fixes the thresholds of the GNU allocator at the largest values that it chooses itself.
    ///
    /// It raises them when large blocks are freed (man page `mallopt`, `M_MMAP_THRESHOLD`). Until then,
    /// whether a sample returns its memory to the system, and faults it in again, depends on the order
    /// of earlier allocations: up to a quarter of the time of two builds with the same instructions.
    static func settleAllocator() {
        typealias Option = @convention(c) (Int32, Int32) -> Int32
        guard let address = unsafe dlsym(nil, "mallopt") else { return }
        let (trimThreshold, mapThreshold): (Int32, Int32) = (-1, -3)
        let set = unsafe unsafeBitCast(address, to: Option.self)
        _ = set(mapThreshold, 32 << 20)
        _ = set(trimThreshold, 64 << 20)
    }

    /// The peak of the process, in bytes, or since it was last forgotten.
    static var processPeak: Int {
        var usage = rusage()
        unsafe getrusage(ownProcess, &usage)
        #if canImport(Darwin)
            return usage.ru_maxrss
        #else
            return usage.ru_maxrss * 1024
        #endif
    }

    /// `RUSAGE_SELF`, whose type differs between systems.
    private static let ownProcess: Int32 = 0

    /// Memory that earlier work freed and the allocator kept would hide what is taken next.
    ///
    /// The GNU library has a function for it that its Swift module leaves out.
    private static func returnFreeMemory() {
        typealias Trim = @convention(c) (Int) -> Int32
        guard let address = unsafe dlsym(nil, "malloc_trim") else { return }
        _ = unsafe unsafeBitCast(address, to: Trim.self)(0)
    }

    /// Writing 5 to this file resets the peak (man page `proc_pid_clear_refs`).
    private static func forgetPeak() -> Bool {
        guard let file = unsafe fopen("/proc/self/clear_refs", "w") else { return false }
        let written = unsafe fputs("5", file)
        return unsafe fclose(file) == 0 && written >= 0
    }

    /// A line of the process's status; they are in kibibytes.
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
