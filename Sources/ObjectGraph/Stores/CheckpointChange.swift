/// Names a text that a store keeps beside its objects, to say how far some work has come.
package struct CheckpointKey: Sendable, Hashable {
    package var name: String
    /// Where several stores answer as one, the store of this entity keeps it.
    package var entity: Int

    package init(_ name: String, beside entity: Int) {
        self.name = name
        self.entity = entity
    }
}

/// A checkpoint that moves in the same commit as the objects it stands for.
///
/// The store compares before it writes: of two who do the same work at the same time, one succeeds.
package struct CheckpointChange: Sendable, Hashable {
    package var key: CheckpointKey
    /// What the store must hold; `nil` for none.
    ///
    /// Where the commit empties the store first, that is none.
    package var expected: String?
    /// What it holds from then on; `nil` for none.
    package var text: String?

    package init(_ key: CheckpointKey, from expected: String?, to text: String?) {
        self.key = key
        self.expected = expected
        self.text = text
    }

    /// Throws unless the store holds what is expected.
    package func check(_ current: String?) throws(StoreError) {
        guard current != expected else { return }
        throw StoreError(
            .conflict,
            "the checkpoint '\(key.name)' was moved since it was read; read it again and go on "
                + "from there")
    }
}
