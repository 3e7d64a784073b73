/// A row to delete, together with its links.
package struct RowDeletion: Sendable {
    package var number: Int64
    package var entity: Int
    /// The version expected in the store.
    package var version: Int64
    /// The content that was read, which stores do not use; `nil` if it is unknown.
    package var original: Row?

    package init(number: Int64, entity: Int, version: Int64, original: Row? = nil) {
        self.number = number
        self.entity = entity
        self.version = version
        self.original = original
    }
}
