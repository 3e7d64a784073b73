// The tape
//
// A parsed payload is one flat array of 64-bit words over the original bytes. Nothing is copied out
// of the payload: a word holds the kind and position of a value, and a reader decodes the bytes
// into a string or a number on demand. Three properties follow. Parsing allocates only a few times,
// regardless of the size of the payload. Values that are never read cost a single word. And the
// mapper scans an array instead of chasing pointers.
//
//     63  60 59            32 31             0
//    +------+----------------+----------------+
//    | tag  | length in bytes| byte offset    |   every value and every key
//    +------+----------------+----------------+
//    | count (32 bits)       | end (32 bits)  |   second word of an array or object
//    +-----------------------+----------------+
//
// The text of a string lies between its quotation marks. The tag records properties that a reader
// would otherwise have to search for: whether a string has escapes, whether a number has a fraction
// or an exponent. A container takes two words; `end` is the tape index after its last value, so
// skipping it takes one load, whatever its size. A member is the word of its key, directly followed
// by the words of its value.
//
// The payload {"id":7,"tags":["a","b\n"],"x":null} becomes
//
//     index  tag       length offset
//      0    object         0      0    ->  1: count 3, end 11
//      2    string         2      2    id
//      3    integer        1      6    7
//      4    string         4      9    tags
//      5    array          0     15    ->  6: count 2, end 9
//      7    string         1     17    a
//      8    escaped        3     21    b\n
//      9    string         1     28    x
//     10    null           4     31
//     11    (the end)
//
// A value takes at least two bytes of the payload including its separator, a container two, so
// there are never more words than bytes plus one: 32 bits suffice for a tape index whenever they
// suffice for a byte offset.

/// A validated payload as a flat array of words over its bytes.
///
/// Tape indices are plain integers; the top-level value has index 0. The functions expect indices
/// obtained from this tape: ``firstChild(of:)``, ``next(after:)``, ``find(_:inObjectAt:)``. Others
/// may trap, but never access memory outside the arrays.
///
/// The small functions are inlinable into other targets, which requires `@usableFromInline` on the
/// type and its storage: without it, traversal from another target took four times as long.
@usableFromInline
package struct PayloadTape: Sendable {
    /// One word per scalar or key, two per container.
    @usableFromInline package internal(set) var words: [UInt64]
    /// The bytes of the payload, followed by the bytes of appended values.
    @usableFromInline package internal(set) var bytes: [UInt8]

    /// A tape without values.
    package static let empty = PayloadTape(words: [], bytes: [])

    init(words: [UInt64], bytes: [UInt8]) {
        self.words = words
        self.bytes = bytes
    }
}
