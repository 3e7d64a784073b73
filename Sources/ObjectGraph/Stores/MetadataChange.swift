/// An update of a metadata entry, made in the same commit as the objects that it covers.
///
/// The store compares the old text before it writes. If two processes do the same work at the same
/// time, only one therefore succeeds.
package struct MetadataChange: Sendable, Hashable {
    package var key: MetadataKey
    /// The text expected in the store; `nil` for none.
    ///
    /// If the commit empties the store first, none is expected.
    package var expected: String?
    /// The new text; `nil` for none.
    package var text: String?

    package init(_ key: MetadataKey, from expected: String?, to text: String?) {
        self.key = key
        self.expected = expected
        self.text = text
    }

    /// Throws a ``StoreError`` with code `conflict` unless the store has the expected text.
    package func check(_ current: String?) throws(StoreError) {
        guard current == expected else { throw conflict }
    }

    /// The error for a metadata entry that has another text than the expected one.
    package var conflict: StoreError {
        StoreError(
            .conflict,
            "the checkpoint '\(key.name)' was moved since it was read; read it again and go on "
                + "from there")
    }
}
