#if canImport(Glibc)
    import Glibc
#endif

/// Huge pages for freshly allocated memory.
///
/// The kernel allocates, clears and maps each 4 KB page on its first write, which for a large
/// payload takes a third of the parsing time, and more than half of writing one of long texts.
/// Linux uses 2 MB pages on request.
enum LargePages {
    /// The minimum size, below which rounding up to a huge page could exceed the requested memory.
    private static let smallestSize = 4 << 20
    private static let pageSize = 4096

    /// Requests huge pages; the kernel may decline, which affects only speed.
    @unsafe
    static func advise(for memory: UnsafeMutableRawBufferPointer) {
        #if canImport(Glibc)
            guard memory.count >= smallestSize, let base = memory.baseAddress else { return }
            // `madvise` requires whole pages, and the first and last page may be shared with
            // other allocations.
            let skipped = -Int(bitPattern: base) & (pageSize - 1)
            let size = (memory.count - skipped) & ~(pageSize - 1)
            _ = unsafe madvise(base + skipped, size, MADV_HUGEPAGE)
        #endif
    }
}

extension Array {
    /// Makes room for further elements, with huge pages if they need much memory.
    ///
    /// - Complexity: O(count), or O(1) if there is room.
    package mutating func makeRoom(for additional: Int) {
        guard capacity - count < additional else { return }
        let old = self
        // The buffer has room for the old elements, which are copied, and are all that it counts.
        self = unsafe Array(unsafeUninitializedCapacity: old.count + additional) { buffer, count in
            unsafe LargePages.advise(for: UnsafeMutableRawBufferPointer(buffer))
            count = unsafe buffer.initialize(fromContentsOf: old)
        }
    }
}
