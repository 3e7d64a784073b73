/// Changes to the links of one relationship.
package struct LinkChanges: Sendable {
    package var relationship: Int
    /// Links to remove, by source and destination.
    package var removed: [StoredLink] = []
    /// Links to write.
    ///
    /// An existing link with the same source and destination gets the new positions.
    package var stored: [StoredLink] = []

    package init(relationship: Int) {
        self.relationship = relationship
    }
}
