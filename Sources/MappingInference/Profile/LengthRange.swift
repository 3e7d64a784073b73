/// The range of lengths of texts or arrays.
package struct LengthRange: Sendable, Hashable {
    package internal(set) var shortest = Int.max
    package internal(set) var longest = 0
}
