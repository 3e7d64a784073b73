/// Room for the words of a tape while a payload is read.
///
/// An array would check with every word that nobody else holds it, and move. Room is safe to use as
/// well: a place outside of it traps.
///
/// - Invariant: `base` points to `capacity` words while the closure of ``fill(_:keeping:_:)`` runs,
///   and room never leaves that closure. What is read has been written before: the parser reads
///   words of containers that it has opened.
@safe
struct TapeRoom {
    private let base: UnsafeMutablePointer<UInt64>
    /// How many words there is room for.
    let capacity: Int

    /// The caller keeps room for `capacity` words at `base` while this lives.
    @unsafe
    private init(base: UnsafeMutablePointer<UInt64>, capacity: Int) {
        unsafe self.base = base
        self.capacity = capacity
    }

    /// Makes an array of words in place.
    ///
    /// - Parameters:
    ///   - capacity: How many words there is room for.
    ///   - words: What the array begins with; no more than there is room for.
    ///   - body: Writes behind those and answers how many words there are now, none left out.
    /// - Returns: The words.
    /// - Throws: What `body` throws.
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

    /// Writes one word.
    func write(_ word: UInt64, at place: Int) {
        precondition(UInt(bitPattern: place) < UInt(bitPattern: capacity))
        unsafe base[place] = word  // inside: checked above
    }

    /// A word that has been written.
    func word(at place: Int) -> UInt64 {
        precondition(UInt(bitPattern: place) < UInt(bitPattern: capacity))
        return unsafe base[place]  // inside: checked above
    }
}
