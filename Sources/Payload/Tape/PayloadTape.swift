// The tape
//
// A parsed payload is one flat array of 64-bit words over the original bytes. Nothing is copied
// out of the payload: a word says what is there and where, and a reader turns the bytes into a
// string or a number when somebody asks. Three things follow. Parsing allocates a handful of
// times, however large the payload. Values nobody reads cost a word and no more. And the
// mapper walks an array instead of chasing pointers.
//
//     63  60 59            32 31             0
//    +------+----------------+----------------+
//    | tag  | length in bytes| byte offset    |   every value and every key
//    +------+----------------+----------------+
//    | count (32 bits)       | end (32 bits)  |   second word of an array or object
//    +-----------------------+----------------+
//
// The text of a string lies between its quotation marks. The tag says what a reader would
// otherwise find out by looking again: whether a string has escapes, whether a number has neither
// fraction nor exponent. A container takes two words; `end` is the place on the tape behind its
// last value, so stepping over it is one load, however much it holds. A member is the word of its
// key, directly followed by the words of its value.
//
// The payload {"id":7,"tags":["a","b\n"],"x":null} becomes
//
//    place  tag       length offset
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
// A value takes at least two bytes of the payload with its separator, a container two, so there
// are never more words than bytes plus one: 32 bits are enough for a place on the tape whenever
// they are enough for a byte offset.

/// A checked payload as a flat row of words over its bytes.
///
/// Places on the tape are plain integers. The root value is at place 0. The functions take only
/// places that were given out by this tape: ``firstChild(of:)``, ``next(after:)``,
/// ``find(_:inObjectAt:)``. Anything else may trap, but never reads outside the arrays.
///
/// The small functions are inlined into other targets. That needs `@usableFromInline` on the type
/// and its storage as well: without it the same walk took four times as long from outside.
@usableFromInline
package struct PayloadTape: Sendable {
    /// One word for a scalar or a key, two for a container.
    @usableFromInline package internal(set) var words: [UInt64]
    /// The payload as it came, and behind it what appended values need.
    @usableFromInline package internal(set) var bytes: [UInt8]

    /// A tape with nothing on it.
    package static let empty = PayloadTape(words: [], bytes: [])

    init(words: [UInt64], bytes: [UInt8]) {
        self.words = words
        self.bytes = bytes
    }
}
