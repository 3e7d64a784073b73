/// The names in a scope: the entities of a model, or the properties of an entity.
///
/// Names are compared case-insensitively. Claims made in one call give the same result in any
/// order.
package struct NameTable: Sendable {
    private var taken: Set<String> = []

    /// Creates a table that contains names.
    package init(taken names: some Sequence<String> = []) {
        taken = Set(names.map { $0.lowercased() })
    }

    /// A request for a unique name.
    package struct Claim: Hashable, Sendable {
        /// The key or path to name; claims are served in byte order of their keys.
        package let key: String
        /// The candidate names, the best one first, within the length limit.
        package let proposals: [String]

        /// Creates a claim with at least one candidate.
        package init(key: String, proposals: [String]) {
            self.key = key
            self.proposals = proposals.map {
                NameLength.shortened($0, key: key + "\n" + $0)
            }
        }
    }

    /// Tests whether a name is free.
    package func isFree(_ name: String) -> Bool { !taken.contains(name.lowercased()) }

    /// Inserts a name that was chosen elsewhere; returns whether it was free.
    @discardableResult
    package mutating func take(_ name: String) -> Bool { taken.insert(name.lowercased()).inserted }

    /// Inserts all names of a table.
    package mutating func takeAll(of other: NameTable) { taken.formUnion(other.taken) }

    /// Returns a unique name for each claim, in the order of the claims.
    ///
    /// The claim with the lowest key gets a contested name. The other claims get their next free
    /// candidate, or their last candidate with a number, counted from 2.
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

    /// Returns a unique name for a single claim.
    package mutating func claim(key: String, proposals: [String]) -> String {
        claim([Claim(key: key, proposals: proposals)])[0]
    }

    /// Appends the first number, counted from 2, that makes a name unique.
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
