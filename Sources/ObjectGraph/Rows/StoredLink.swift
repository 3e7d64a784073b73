/// One link of a relationship that is stored as links, not as a reference in a row.
package struct StoredLink: Sendable, Hashable {
    package var source: Int64
    package var destination: Int64
    /// The position among the links of the source; `nil` if the relationship is unordered.
    package var position: Int64?
    /// The position among the links of the destination; `nil` if the inverse is unordered.
    package var inversePosition: Int64?

    package init(
        source: Int64, destination: Int64, position: Int64? = nil, inversePosition: Int64? = nil
    ) {
        self.source = source
        self.destination = destination
        self.position = position
        self.inversePosition = inversePosition
    }
}
