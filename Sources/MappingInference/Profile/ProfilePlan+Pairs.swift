/// Candidates of two columns.
extension ProfilePlan {
    private static let mostPairs = 6

    /// Returns pairs of two foreign keys, or of a foreign key and a moment (I9).
    func pairs(
        among columns: [Column], _ named: [(column: Column, class: CandidateNames.Class)],
        at node: SchemaNodeID
    ) -> [[SchemaNodeID]] {
        let own = named.filter { $0.column.depth == 0 }
        guard shapes[node].kinds.objects >= 3 else { return [] }
        if let identifier = own.first(where: { $0.class == .identifier }) {
            guard isNested(node) else { return [] }
            // An identity within the parent, whose foreign key is a sibling (I5).
            return own.filter { $0.class == .named }.prefix(2).map {
                [identifier.column.node, $0.column.node]
            }
        }
        guard !own.contains(where: { $0.class == .universal }) else { return [] }
        let codes = own.filter { $0.class == .named || $0.class == .code }
        let keys = codes.filter { CandidateNames.isForeignKey($0.column.name) }
            .map(\.column.node)
        let moments = columns.filter {
            $0.depth == 0 && $0.isScalar && CandidateNames.isMoment($0.name)
                && !keys.contains($0.node)
        }
        var pairs: [[SchemaNodeID]] = []
        for (index, first) in keys.enumerated() {
            for second in keys[(index + 1)...] { pairs.append([first, second]) }
        }
        for first in keys {
            for second in moments { pairs.append([first, second.node]) }
        }
        for first in codes.map(\.column.node) {
            for second in columns
            where second.depth == 0 && second.isScalar && first != second.node
                && !keys.contains(second.node)
                && areTogetherElsewhere(first, second.node, than: node)
            {
                pairs.append([first, second.node])
            }
        }
        return Array(pairs.prefix(Self.mostPairs))
    }

    /// Tests whether records elsewhere refer to both columns, as `country` and `code` of a region.
    private func areTogetherElsewhere(
        _ first: SchemaNodeID, _ second: SchemaNodeID, than node: SchemaNodeID
    ) -> Bool {
        guard tree.nodes.count <= Self.mostNodesForPairs else { return false }
        return tree.nodes.nodeIDs.contains { other in
            other != node && tree.nodes[other].memberCount > 2
                && tree.member(of: other, key: tree.key(of: first)) != nil
                && tree.member(of: other, key: tree.key(of: second)) != nil
        }
    }

    private static let mostNodesForPairs = 4096

    /// Tests for elements within objects that have an identity.
    private func isNested(_ node: SchemaNodeID) -> Bool {
        var current = tree.nodes[node].parent
        while let parent = current, tree.nodes[parent].memberCount == 0 {
            current = tree.nodes[parent].parent
        }
        guard let current else { return false }
        return tree.members(of: current).contains {
            CandidateNames.class(of: name(of: $0)) == .identifier
        }
    }
}
