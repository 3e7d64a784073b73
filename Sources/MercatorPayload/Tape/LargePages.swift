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
    /// The size above which huge pages are taken from memory that is not in use otherwise.
    ///
    /// A virtual machine may have to get it from its host first: with 160 MB of cells, mapping took
    /// half as long again, where it takes an eighth less if the memory was used before.
    static let usualLimit = 128 << 20
    private static let pageSize = 4096

    /// Requests huge pages for memory up to a limit; the kernel may decline.
    ///
    /// This affects only speed.
    @unsafe
    static func advise(for memory: UnsafeMutableRawBufferPointer, limit: Int = .max) {
        #if canImport(Glibc)
            guard (smallestSize...max(smallestSize, limit)).contains(memory.count),
                let base = memory.baseAddress
            else { return }
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
            unsafe LargePages.advise(
                for: UnsafeMutableRawBufferPointer(buffer), limit: LargePages.usualLimit)
            count = unsafe buffer.initialize(fromContentsOf: old)
        }
    }
}
