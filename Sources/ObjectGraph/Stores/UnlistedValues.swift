/// The attributes of rows that may have changed in a commit that does not list them.
package struct UnlistedValues: Sendable, Hashable {
    /// The root entity of the rows.
    package var root: Int
    /// The names of the attributes; `nil` if rows may have been deleted.
    package var attributes: Set<String>?

    package init(root: Int, attributes: Set<String>?) {
        self.root = root
        self.attributes = attributes
    }

    /// Tests whether one of some attributes of a tree may have another value, or no row any more.
    package func concern(_ names: Set<String>, of root: Int) -> Bool {
        self.root == root && (attributes.map { !$0.isDisjoint(with: names) } ?? true)
    }
}
