import ObjectGraph

/// Connections that fill a relationship from both ends, with possibly contradictory keys.
///
/// The end that stores the relationship takes precedence: each of its objects with a claim, that
/// is, with a nonempty key or key path, is linked with exactly the claimed objects. The connection
/// of the other end fills the remaining links, of objects without a claim. The result is a function
/// of the keys at both ends, regardless of the loading order.
extension ConnectionJoin {
    /// Adapts claims to the links made by the preceding connections, which have been evaluated.
    ///
    /// A source gets its claimed objects, in its order, unless their own claims exclude it, and
    /// then, oldest first, the objects that claim it.
    func yield(_ claims: [Claim]) throws(StoreError) -> [Claim] {
        let layout = connection.relationship
        try context.load(layout.index, from: claims.map(\.source))
        var linked: [[Int64]] = []
        var concerned: Set<Int64> = []
        for claim in claims {
            let current = try context.holders(of: layout, from: claim.source)
            linked.append(current)
            concerned.formUnion(current)
            concerned.formUnion(claim.destinations)
        }
        let decided = try claimants(among: concerned.sorted())
        return zip(claims, linked).map { claim, linked in
            let given = Set(linked).intersection(decided)
            var wanted = claim.destinations.filter { given.contains($0) || !decided.contains($0) }
            let rest = given.subtracting(wanted).sorted()
            if !layout.isToMany, !given.isEmpty { wanted = [] }
            wanted += layout.isToMany ? rest : Array(given.sorted().prefix(1))
            return Claim(source: claim.source, destinations: wanted)
        }
    }

    /// Returns the objects with a relationship that the preceding connections determine.
    private func claimants(among numbers: [Int64]) throws(StoreError) -> Set<Int64> {
        try context.load(root: destinationRoot, numbers)
        var found: Set<Int64> = []
        for other in connection.preceding {
            let join = ConnectionJoin(other, context)
            let layout = context.model.layouts[other.sourceEntity]
            let table = context.state.tables[destinationRoot]
            let positions = numbers.compactMap { table.position(of: $0) }.filter {
                table.isAlive(at: $0) && layout.includes(table.entries[$0].entity)
            }
            guard other.path.isEmpty else {
                found.formUnion(try join.claimsByPath(of: positions).map(\.source))
                continue
            }
            for position in positions where try join.claimedKeys(at: position) != nil {
                found.insert(context.state.tables[destinationRoot].entries[position].number)
            }
        }
        return found
    }
}
