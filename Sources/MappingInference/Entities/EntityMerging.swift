import MappingFiles

/// The second stage: unites the kinds of records that hold objects of one entity (rules S).
struct EntityMerging {
    let tree: PlaceTree
    let finder: IdentityFinder
    let options: InferenceOptions
    let records: [Record]
    let traits: [RecordTraits]
    private(set) var log = DecisionLog()
    /// The candidates by which records were recognized in others, by record.
    private(set) var recognizing: [Int: Set<String>] = [:]
    /// The cluster of each record, as the lowest index in it.
    private var clusters: [Int]
    private var members: [[Int]]

    init(_ records: [Record], tree: PlaceTree, finder: IdentityFinder, options: InferenceOptions) {
        self.records = records
        self.tree = tree
        self.finder = finder
        self.options = options
        traits = records.map { RecordTraits($0, tree: tree, finder: finder) }
        clusters = Array(records.indices)
        members = records.indices.map { [$0] }
    }

    /// The indices of the records of each entity.
    mutating func merge() throws(InferenceError) -> [[Int]] {
        try mergeByHand()
        mergeAsBefore()
        for rule in [Rule.discriminator, .values, .recursion, .name, .summary, .reference, .part] {
            for (left, right) in pairs(for: rule) where clusters[left] != clusters[right] {
                guard let reason = reason(rule, left, right), !isVetoed(left, right) else {
                    continue
                }
                unite(left, right)
                if let key = reason.key {
                    recognizing[left, default: []].insert(key)
                    recognizing[right, default: []].insert(key)
                }
                log.decide(
                    rule.rawValue, tree.text(of: records[right].place),
                    "same entity as \(tree.text(of: records[left].place))", reason.text,
                    confidence: reason.confidence,
                    override: "--apart \(tree.text(of: records[right].place))")
            }
        }
        return members.filter { !$0.isEmpty }
    }

    /// The reason for a merge.
    struct Reason {
        let text: String
        let confidence: Double
        /// The name of the candidate that both have, if it decided.
        var key: String?

        init(_ text: String, _ confidence: Double, key: String? = nil) {
            self.text = text
            self.confidence = confidence
            self.key = key
        }
    }

    /// The rules in order.
    enum Rule: String {
        case discriminator = "S1"
        case values = "S2"
        case recursion = "S3"
        case name = "S4"
        case summary = "S5"
        case reference = "E6"
        case part = "S6"
    }

    // MARK: Clusters

    private mutating func unite(_ left: Int, _ right: Int) {
        let (keep, drop) = (
            min(clusters[left], clusters[right]), max(clusters[left], clusters[right])
        )
        for member in members[drop] { clusters[member] = keep }
        members[keep] = (members[keep] + members[drop]).sorted()
        members[drop] = []
    }

    private mutating func mergeByHand() throws(InferenceError) {
        for (one, two) in options.corrections.same {
            let left = records.indices.filter { tree.matches(records[$0].place, one) }
            let right = records.indices.filter { tree.matches(records[$0].place, two) }
            for (a, b) in zip(left, right) where clusters[a] != clusters[b] {
                guard let key = sharedKey(a, b) else {
                    throw InferenceError(
                        .correction, "--same \(one)=\(two): no identity that both have")
                }
                recognizing[a, default: []].insert(key)
                recognizing[b, default: []].insert(key)
                unite(a, b)
            }
        }
    }

    /// A candidate that two kinds of records have.
    private func sharedKey(_ left: Int, _ right: Int) -> String? {
        let names = Set(
            records[right].identity.candidates.filter(\.isUsable)
                .map { candidateName($0, records[right]) })
        return records[left].identity.candidates.filter(\.isUsable)
            .map { candidateName($0, records[left]) }.first(where: names.contains)
    }

    /// The places of one entity in an earlier mapping stay together (V5).
    private mutating func mergeAsBefore() {
        for index in records.indices {
            guard let entity = earlierEntity(of: index) else { continue }
            let first = records.indices.prefix(index).first {
                earlierEntity(of: $0) == entity && records[$0].place != records[index].place
            }
            if let first, clusters[first] != clusters[index] { unite(first, index) }
        }
    }

    /// The entity that an earlier mapping has at the place of a record.
    private func earlierEntity(of index: Int) -> String? {
        guard let places = options.base?.places, records[index].share != .linked else { return nil }
        return places.sorted { $0.key < $1.key }.first {
            $0.value.contains { tree.matches(records[index].place, $0) }
        }?.key
    }

    private func isVetoed(_ left: Int, _ right: Int) -> Bool {
        for one in members[clusters[left]] {
            for two in members[clusters[right]] where areApart(one, two) { return true }
        }
        return false
    }

    private func areApart(_ left: Int, _ right: Int) -> Bool {
        if isSetApart(left) || isSetApart(right) { return true }
        let (one, two) = (records[left], records[right])
        if one.place == two.place { return true }
        if let earlier = earlierEntity(of: left), let other = earlierEntity(of: right) {
            return earlier != other
        }
        if traits[left].differs(from: traits[right]) { return true }
        return comparison(left, right)?.contradicts ?? false
    }

    private func isSetApart(_ record: Int) -> Bool {
        options.corrections.apart.contains { tree.matches(records[record].place, $0) }
    }

    // MARK: Pairs

    /// The pairs that a rule is asked about, in order.
    private func pairs(for rule: Rule) -> [(Int, Int)] {
        switch rule {
        case .discriminator:
            grouped {
                traits[$0].discriminators.sorted { $0.key < $1.key }.map {
                    RecordTraits.folded($0.value)
                }
            }
        case .values, .summary: pairsWithCommonValues()
        case .recursion: pairsOfAncestors()
        case .name: grouped { [traits[$0].nouns[0]] }
        case .reference: pairsOfReferences()
        case .part:
            grouped { [traits[$0].nouns[0]] } + pairsOfAncestors()
                + grouped {
                    records[$0].shape.count >= 4 ? ["\(records[$0].shape.sorted())"] : []
                }
        }
    }

    private func grouped(by keys: (Int) -> [String]) -> [(Int, Int)] {
        var groups: [String: [Int]] = [:]
        for index in records.indices {
            for key in Set(keys(index)) { groups[key, default: []].append(index) }
        }
        return groups.sorted { $0.key < $1.key }.flatMap { _, group in
            group.indices.dropLast().flatMap { first in
                group[(first + 1)...].map { (group[first], $0) }
            }
        }
    }

    private func pairsOfAncestors() -> [(Int, Int)] {
        records.indices.flatMap { index -> [(Int, Int)] in
            var pairs: [(Int, Int)] = []
            var owner = records[index].owner
            while let above = owner {
                pairs.append((above, index))
                owner = records[above].owner
            }
            return pairs
        }
    }

    private func pairsOfReferences() -> [(Int, Int)] {
        records.indices.flatMap { index -> [(Int, Int)] in
            guard case .collection = records[index].share else { return [] }
            return records.indices.compactMap { other in
                guard other != index,
                    traits[other].nouns.first.map({ matches($0, traits[index].nouns[0]) }) == true
                else { return nil }
                return (min(other, index), max(other, index))
            }
        }
    }

    /// `PokemonSpecies` and `Species` may be the same.
    private func matches(_ name: String, _ other: String) -> Bool {
        name == other || name.hasSuffix(other) || other.hasSuffix(name)
    }

    /// The pairs that have a value of a candidate in common; at most 64 records for each value.
    private func pairsWithCommonValues() -> [(Int, Int)] {
        var places: [String: [UInt64: [Int]]] = [:]
        for index in records.indices {
            for candidate in records[index].identity.candidates where candidate.paths.count == 1 {
                let name = candidateName(candidate, records[index])
                for hash in candidate.table.entries.keys.lazy.filter({
                    $0 < .max / 64 || candidate.table.entries.count <= 512
                }) {
                    places[name, default: [:]][hash, default: []].append(index)
                }
            }
        }
        var pairs: Set<Pair> = []
        for table in places.values {
            for group in table.values where group.count > 1 {
                for first in group.indices.dropLast().prefix(64) {
                    for second in group[(first + 1)...].prefix(64) {
                        pairs.insert(Pair(min(group[first], second), max(group[first], second)))
                    }
                }
            }
        }
        return pairs.sorted().map { ($0.left, $0.right) }
    }

    private struct Pair: Hashable, Comparable {
        let left: Int
        let right: Int

        init(_ left: Int, _ right: Int) {
            self.left = left
            self.right = right
        }

        static func < (one: Self, two: Self) -> Bool {
            (one.left, one.right) < (two.left, two.right)
        }
    }

    private func candidateName(_ candidate: IdentityCandidate, _ record: Record) -> String {
        candidate.paths.map { record.name(of: $0).joined(separator: ".") }.joined(separator: "+")
    }

    // MARK: Rules

    private func reason(_ rule: Rule, _ left: Int, _ right: Int) -> Reason? {
        let (one, two) = (records[left], records[right])
        let likeness = Similarity(one.shape, two.shape)
        let haveIdentity = canShareIdentity(one, two)
        switch rule {
        case .discriminator:
            guard haveIdentity, traits[left].sharesDiscriminator(with: traits[right]) else {
                return nil
            }
            return Reason("the same discriminator", 0.95)
        case .values:
            guard let comparison = comparison(left, right), comparison.common >= 1,
                comparison.compared >= 2, comparison.agreement >= 0.8, likeness.containment >= 0.5
            else { return nil }
            return Reason(
                "\(comparison.common) identities in common, \(comparison.equal) of \(comparison.compared) values agree",
                0.9)
        case .recursion:
            guard haveIdentity, likeness.jaccard >= 0.5, likeness.shared >= 3, isInside(right, left)
            else { return nil }
            return Reason("nested in it, \(likeness.shared) members in common", 0.85)
        case .name:
            guard haveIdentity, likeness.shared >= 2,
                likeness.jaccard >= 0.3 || likeness.containment >= 0.8
            else { return nil }
            return Reason("the same noun, \(likeness.shared) members in common", 0.8)
        case .summary:
            return summary(left, right) ?? summary(right, left)
        case .reference:
            return reference(left, right)
        case .part:
            guard one.identity.best == nil, two.identity.best == nil, one.share == two.share,
                one.form != .lookup, two.form != .lookup
            else { return nil }
            return part(left, right, likeness)
        }
    }

    /// Tests whether one has an identity that the other one has too, if only by its name.
    private func canShareIdentity(_ one: Record, _ two: Record) -> Bool {
        if one.identity.best != nil && two.identity.best != nil { return true }
        guard let best = one.identity.best ?? two.identity.best else { return false }
        let (owner, other) = one.identity.best != nil ? (one, two) : (two, one)
        let name = candidateName(best, owner)
        return other.identity.candidates.contains {
            $0.isUsable && candidateName($0, other) == name
        }
    }

    private func isInside(_ inner: Int, _ outer: Int) -> Bool {
        var owner = records[inner].owner
        while let above = owner {
            if above == outer { return true }
            owner = records[above].owner
        }
        return false
    }

    /// Rule S5: all members of one are members of the other, and one of them is a key there.
    private func summary(_ small: Int, _ large: Int) -> Reason? {
        let (one, two) = (records[small], records[large])
        guard one.shape.count >= 2, one.shape.isSubset(of: two.shape), one.shape != two.shape,
            one.form != .lookup
        else { return nil }
        for candidate in one.identity.candidates where candidate.paths.count == 1 {
            let name = candidateName(candidate, one)
            guard
                let other = two.identity.candidates.first(where: { candidateName($0, two) == name }
                ),
                other.isUsable, other.table.present > 0
            else { continue }
            let found = candidate.table.entries.keys.count { other.table.entries[$0] != nil }
            let comparison = RecordComparison(
                side(small, candidate.table), side(large, other.table))
            guard Double(found) >= 0.9 * Double(max(candidate.table.entries.count, 1)), found > 0,
                comparison.compared >= 1, comparison.agreement >= 0.85
            else { continue }
            return Reason(
                "a summary: \(found) of \(candidate.table.entries.count) values of '\(name)' found",
                0.85, key: name)
        }
        return nil
    }

    /// Rule E6: a reference and the entity that its collection names, if the name is found there.
    private func reference(_ left: Int, _ right: Int) -> Reason? {
        let isLeft = if case .collection = records[left].share { true } else { false }
        let (reference, target) = isLeft ? (left, right) : (right, left)
        if case .collection(let one) = records[left].share,
            case .collection(let two) = records[right].share
        {
            return one == two ? Reason("the same collection", 0.9) : nil
        }
        for candidate in records[reference].identity.candidates where candidate.paths.count == 1 {
            let name = candidateName(candidate, records[reference])
            guard
                let other = records[target].identity.candidates.first(where: {
                    candidateName($0, records[target]) == name
                })
            else { continue }
            let found = candidate.table.entries.keys.count { other.table.entries[$0] != nil }
            if found > 0 {
                return Reason("a reference: \(found) values of '\(name)' found", 0.8, key: name)
            }
        }
        return nil
    }

    private func part(_ left: Int, _ right: Int, _ likeness: Similarity) -> Reason? {
        let text = "\(likeness.shared) members in common"
        if isInside(right, left) { return likeness.jaccard >= 0.7 ? Reason(text, 0.8) : nil }
        if traits[left].nouns[0] == traits[right].nouns[0], likeness.jaccard >= 0.6 {
            return Reason(text, 0.75)
        }
        return likeness.jaccard >= 0.95 && likeness.shared >= 4 ? Reason(text, 0.7) : nil
    }

    // MARK: Values

    private func side(_ index: Int, _ table: KeyTable) -> RecordComparison.Side {
        var columns = traits[index].columns
        for column in table.columns {
            if let position = tree[records[index].place].columns.firstIndex(of: column) {
                columns = columns.filter { $0.value != position }
            }
        }
        return RecordComparison.Side(table: table, columns: columns)
    }

    /// Compares the objects that two kinds of records have in common, by the best candidate of both.
    func comparison(_ left: Int, _ right: Int) -> RecordComparison? {
        for candidate in records[left].identity.candidates where candidate.paths.count == 1 {
            let name = candidateName(candidate, records[left])
            guard candidate.isStrong || candidate.isUsable,
                let other = records[right].identity.candidates.first(where: {
                    $0.paths.count == 1 && candidateName($0, records[right]) == name
                })
            else { continue }
            return RecordComparison(side(left, candidate.table), side(right, other.table))
        }
        return nil
    }
}
