/// The key of a metadata entry: a text that the store keeps apart from its objects.
package struct MetadataKey: Sendable, Hashable {
    package var name: String
    /// The entity whose store keeps the metadata entry, if several stores are combined into one.
    package var entity: Int

    package init(_ name: String, beside entity: Int) {
        self.name = name
        self.entity = entity
    }
}
