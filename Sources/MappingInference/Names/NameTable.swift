/// The names in one scope: the entities of a model, or the properties of an entity.
///
/// Names that differ in case alone are the same. The claims that are made together have the same
/// result in any order.
package struct NameTable: Sendable {
    private var taken: Set<String> = []

    /// Creates a table in which some names are taken.
    package init(taken names: some Sequence<String> = []) {
        taken = Set(names.map { $0.lowercased() })
    }

    /// A wish for a name.
    package struct Claim: Hashable, Sendable {
        /// The key or path that is named; claims are served in the order of its bytes.
        package let key: String
        /// The names within the limit of length, the best one first.
        package let proposals: [String]

        /// Creates a claim with at least one name.
        package init(key: String, proposals: [String]) {
            self.key = key
            self.proposals = proposals.map {
                NameLength.shortened($0, key: key + "\n" + $0)
            }
        }
    }

    /// Tests whether a name can be claimed.
    package func isFree(_ name: String) -> Bool { !taken.contains(name.lowercased()) }

    /// Takes a name that was chosen elsewhere; returns whether it was free.
    @discardableResult
    package mutating func take(_ name: String) -> Bool { taken.insert(name.lowercased()).inserted }

    /// Takes all names of another table.
    package mutating func takeAll(of other: NameTable) { taken.formUnion(other.taken) }

    /// Returns a unique name for each claim, in their order.
    ///
    /// First each claim gets its best name, of several the one with the lowest key; then the others
    /// get their next best free name, or their last one with a number from 2 on.
    package mutating func claim(_ claims: [Claim]) -> [String] {
        let order = claims.indices.sorted { left, right in
            let (left, right) = (claims[left], claims[right])
            if left.key.utf8.elementsEqual(right.key.utf8) {
                return left.proposals.lexicographicallyPrecedes(right.proposals)
            }
            return left.key.utf8.lexicographicallyPrecedes(right.key.utf8)
        }
        var names = claims.map { $0.proposals.first ?? "field1" }
        var losers: [Int] = []
        for index in order where !take(names[index]) { losers.append(index) }
        for index in losers {
            let others = claims[index].proposals.dropFirst()
            names[index] = others.first(where: isFree) ?? numbered(others.last ?? names[index])
            take(names[index])
        }
        return names
    }

    /// Claims a single name.
    package mutating func claim(key: String, proposals: [String]) -> String {
        claim([Claim(key: key, proposals: proposals)])[0]
    }

    /// Returns a name with the first number from 2 on that makes it unique.
    private func numbered(_ name: String) -> String {
        let isNameless = name == "field1"
        let base = isNameless ? "field" : name
        let separator = !isNameless && name.last?.isNumber == true ? "_" : ""
        var number = 2
        while true {
            let candidate = NameLength.appending("\(separator)\(number)", to: base)
            if isFree(candidate) { return candidate }
            number += 1
        }
    }
}
