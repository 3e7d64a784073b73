/// Storage for the words of a tape during parsing.
///
/// An array would check uniqueness and capacity on every append. Access outside the room traps.
///
/// - Invariant: `base` points to `capacity` words while the closure of ``fill(_:keeping:_:)`` runs,
///   and a room never escapes that closure. Every word that is read has been written before: the
///   parser reads only the words of containers it has opened.
@safe
struct TapeRoom {
    private let base: UnsafeMutablePointer<UInt64>
    /// The number of words that fit.
    let capacity: Int

    /// Wraps memory that must stay allocated for the lifetime of the room.
    @unsafe
    private init(base: UnsafeMutablePointer<UInt64>, capacity: Int) {
        unsafe self.base = base
        self.capacity = capacity
    }

    /// Creates an array of words in place.
    ///
    /// - Parameters:
    ///   - capacity: The number of words to allocate.
    ///   - words: The initial words; fewer than `capacity`.
    ///   - body: Writes further words without gaps and returns the total number.
    /// - Returns: The words.
    /// - Throws: Errors of `body`.
    static func fill<Failure>(
        _ capacity: Int, keeping words: [UInt64], _ body: (TapeRoom) throws(Failure) -> Int
    ) throws(Failure) -> [UInt64] {
        precondition(capacity > words.count, "there is room for what is kept, and more")
        var failure: Failure?
        let filled = unsafe [UInt64](unsafeUninitializedCapacity: capacity) { buffer, count in
            guard let base = buffer.baseAddress else {
                preconditionFailure("an array with room has memory")
            }
            unsafe LargePages.advise(for: UnsafeMutableRawBufferPointer(buffer))
            _ = unsafe buffer.initialize(fromContentsOf: words)
            let room = unsafe TapeRoom(base: base, capacity: capacity)
            do throws(Failure) { count = try body(room) } catch { failure = error }
        }
        if let failure { throw failure }
        return filled
    }

    /// Writes a word.
    func write(_ word: UInt64, at index: Int) {
        precondition(UInt(bitPattern: index) < UInt(bitPattern: capacity))
        unsafe base[index] = word  // inside: checked above
    }

    /// Returns a word that has been written.
    func word(at index: Int) -> UInt64 {
        precondition(UInt(bitPattern: index) < UInt(bitPattern: capacity))
        return unsafe base[index]  // inside: checked above
    }
}
