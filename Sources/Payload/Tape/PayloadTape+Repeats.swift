/// Recognising representations that stand in a payload again.
extension PayloadTape {
    /// The bytes from the brace of an object to the end of its last value, if it is flat: if no
    /// member is an array or an object.
    ///
    /// Two flat objects with the same bytes have the same members.
    package func flatRange(at position: Int) -> Range<Int>? {
        guard isObject(at: position) else { return nil }
        let (first, end) = (firstChild(of: position), end(of: position))
        // A member of a flat object takes two words, that of its key and that of its value.
        guard end > first, end - first == 2 * count(at: position) else { return nil }
        return byteOffset(at: position)..<textRange(at: end - 1).upperBound
    }
}
