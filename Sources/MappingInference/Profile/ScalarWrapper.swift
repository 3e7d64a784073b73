/// Objects that wrap a scalar (R4).
enum ScalarWrapper {
    static let keys: Set<String> = [
        "$oid", "$date", "$numberLong", "$numberInt", "$numberDouble", "$numberDecimal", "$uuid",
    ]

    /// Returns the shape of a node that mixes scalars and wrappers, or kinds of wrappers, or `nil`.
    static func united(_ node: SchemaNodeID, _ pass: ShapePass) -> Shape? {
        var shape = pass.shapes[node]
        let members = pass.tree.members(of: node)
        let wrapped = members.reduce(0) { $0 + pass.shapes[$1].kinds.count }
        guard shape.kinds.arrays == 0, wrapped > 0, wrapped == shape.kinds.objects,
            shape.kinds.scalars > 0 || members.count > 1,
            members.allSatisfy({
                keys.contains(String(decoding: pass.tree.key(of: $0), as: UTF8.self))
                    && pass.shapes[$0].kinds.objects + pass.shapes[$0].kinds.arrays == 0
            })
        else { return nil }
        shape.kinds.objects = 0
        for member in members { shape += pass.shapes[member] }
        return shape
    }
}
