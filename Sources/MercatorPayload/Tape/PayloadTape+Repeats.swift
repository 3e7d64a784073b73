/// Recognising repeated records.
extension PayloadTape {
    /// Returns the bytes of a flat object, or `nil` if it has nested containers.
    ///
    /// They range from the opening brace to the end of the last value.
    ///
    /// Flat objects with the same bytes have the same members.
    package func flatRange(at position: Int) -> Range<Int>? {
        guard isObject(at: position) else { return nil }
        let (first, end) = (firstChild(of: position), end(of: position))
        // A member of a flat object takes two words: one for its key, one for its value.
        guard end > first, end - first == 2 * count(at: position) else { return nil }
        return byteOffset(at: position)..<textRange(at: end - 1).upperBound
    }
}
