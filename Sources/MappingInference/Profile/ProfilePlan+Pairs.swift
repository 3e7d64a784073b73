/// Candidates of two columns.
extension ProfilePlan {
    private static let mostPairs = 6

    /// Returns pairs of two foreign keys, or of a foreign key and a moment (I9).
    func pairs(
        among columns: [Column], _ named: [(column: Column, class: CandidateNames.Class)],
        at place: SchemaNodeID
    ) -> [[SchemaNodeID]] {
        let own = named.filter { $0.column.depth == 0 }
        guard shapes[place].kinds.objects >= 3 else { return [] }
        if let identifier = own.first(where: { $0.class == .identifier }) {
            guard isNested(place) else { return [] }
            // An identity within the parent, whose foreign key is a sibling (I5).
            return own.filter { $0.class == .named }.prefix(2).map {
                [identifier.column.place, $0.column.place]
            }
        }
        guard !own.contains(where: { $0.class == .universal }) else { return [] }
        let codes = own.filter { $0.class == .named || $0.class == .code }
        let keys = codes.filter { CandidateNames.isForeignKey($0.column.name) }
            .map(\.column.place)
        let moments = columns.filter {
            $0.depth == 0 && $0.isScalar && CandidateNames.isMoment($0.name)
                && !keys.contains($0.place)
        }
        var pairs: [[SchemaNodeID]] = []
        for (index, first) in keys.enumerated() {
            for second in keys[(index + 1)...] { pairs.append([first, second]) }
        }
        for first in keys {
            for second in moments { pairs.append([first, second.place]) }
        }
        for first in codes.map(\.column.place) {
            for second in columns
            where second.depth == 0 && second.isScalar && first != second.place
                && !keys.contains(second.place)
                && areTogetherElsewhere(first, second.place, than: place)
            {
                pairs.append([first, second.place])
            }
        }
        return Array(pairs.prefix(Self.mostPairs))
    }

    /// Tests whether records elsewhere refer to both columns, as `country` and `code` of a region.
    private func areTogetherElsewhere(
        _ first: SchemaNodeID, _ second: SchemaNodeID, than place: SchemaNodeID
    ) -> Bool {
        guard tree.nodes.count <= Self.mostPlacesForPairs else { return false }
        return tree.nodes.nodes.contains { other in
            other != place && tree.nodes[other].memberCount > 2
                && tree.member(of: other, key: tree.key(of: first)) != nil
                && tree.member(of: other, key: tree.key(of: second)) != nil
        }
    }

    private static let mostPlacesForPairs = 4096

    /// Tests for elements within objects that have an identity.
    private func isNested(_ place: SchemaNodeID) -> Bool {
        var current = tree.nodes[place].parent
        while let parent = current, tree.nodes[parent].memberCount == 0 {
            current = tree.nodes[parent].parent
        }
        guard let current else { return false }
        return tree.members(of: current).contains {
            CandidateNames.class(of: name(of: $0)) == .identifier
        }
    }
}
