/// The name of a checkpoint: a text in the store that records the progress of some work.
package struct CheckpointKey: Sendable, Hashable {
    package var name: String
    /// The entity whose store keeps the checkpoint, if several stores are combined into one.
    package var entity: Int

    package init(_ name: String, beside entity: Int) {
        self.name = name
        self.entity = entity
    }
}
