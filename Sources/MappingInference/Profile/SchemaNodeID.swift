/// The number of a node of the schema tree, in order of its first appearance.
package struct SchemaNodeID: Hashable, Comparable, Sendable {
    package let rawValue: Int32

    package init(_ index: Int) { rawValue = Int32(truncatingIfNeeded: index) }

    /// The index of the node in an array with one element for each node.
    package var index: Int { Int(rawValue) }

    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

extension Array {
    /// Accesses the element of a node, in an array with one element for each node.
    @inline(__always)
    subscript(node: SchemaNodeID) -> Element {
        get { self[node.index] }
        _modify { yield &self[node.index] }
    }

    /// The nodes that the array has an element for, in order.
    var nodeIDs: LazyMapSequence<Range<Int>, SchemaNodeID> { indices.lazy.map(SchemaNodeID.init) }
}
