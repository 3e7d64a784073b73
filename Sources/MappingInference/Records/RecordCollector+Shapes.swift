/// Detects objects and lists that are values rather than records.
extension RecordCollector {
    /// Tests for an object with one member such as `$oid`, which wraps a scalar (R4).
    func isScalarWrapper(_ node: SchemaNodeID) -> Bool {
        let members = tree.members(of: node)
        return members.count == 1 && members[0].key.hasPrefix("$")
    }

    /// Tests for a GeoJSON geometry, which is kept as a whole.
    func isShapeOnly(_ node: SchemaNodeID) -> Bool {
        let members = tree.members(of: node)
        return members.contains { $0.key == "coordinates" && tree[$0.node].kinds.arrays > 0 }
            && members.contains { $0.key == "type" } && members.count <= 4
    }

    /// Tests for a list of wrapped scalars, such as `[{"$oid": "5a…"}]` (R4).
    func isListOfWrapped(_ element: SchemaNodeID) -> Bool {
        let kinds = tree[element].kinds
        return tree.isScalarWrapper(element) && kinds.scalars + kinds.arrays == 0
            && tree.members(of: element).allSatisfy { tree[$0.node].kinds.objects == 0 }
    }

    /// Tests for HAL links that include lists; they refer to pages, not records.
    func isListOfLinks(_ node: SchemaNodeID) -> Bool {
        guard tree.key(of: node) == "_links" else { return false }
        let members = tree.members(of: node)
        return members.contains { tree[$0.node].kinds.arrays > 0 }
            && members.allSatisfy { member in
                tree.members(of: tree.element(of: member.node) ?? member.node)
                    .contains { $0.key == "href" }
            }
    }

    func isListOfLists(_ element: SchemaNodeID) -> Bool {
        let kinds = tree[element].kinds
        return kinds.arrays > kinds.objects
    }
}
