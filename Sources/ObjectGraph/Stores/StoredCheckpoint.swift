/// A stored checkpoint.
package struct StoredCheckpoint: Sendable, Hashable {
    package var key: CheckpointKey
    package var text: String

    package init(_ key: CheckpointKey, _ text: String) {
        self.key = key
        self.text = text
    }
}
