/// A stored metadata entry.
package struct MetadataEntry: Sendable, Hashable {
    package var key: MetadataKey
    package var text: String

    package init(_ key: MetadataKey, _ text: String) {
        self.key = key
        self.text = text
    }
}
