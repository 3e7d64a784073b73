#if canImport(Glibc)
    import Glibc
#endif

/// Large pages for memory that is new to the process.
///
/// A page of 4 KB is made, cleared and entered when it is first written, and for a large payload that
/// is a third of the time that parsing takes. Linux makes pages of 2 MB where it is asked to.
enum LargePages {
    /// Below it, rounding up to a large page could cost more memory than is asked for.
    private static let smallestSize = 4 << 20
    private static let pageSize = 4096

    /// Asks for large pages, which the system may refuse: then everything is as it would have been.
    @unsafe
    static func advise(for memory: UnsafeMutableRawBufferPointer) {
        #if canImport(Glibc)
            guard memory.count >= smallestSize, let base = memory.baseAddress else { return }
            // The system wants whole pages, and the ones at the ends may belong to others as well.
            let skipped = -Int(bitPattern: base) & (pageSize - 1)
            let size = (memory.count - skipped) & ~(pageSize - 1)
            _ = unsafe madvise(base + skipped, size, MADV_HUGEPAGE)
        #endif
    }
}
