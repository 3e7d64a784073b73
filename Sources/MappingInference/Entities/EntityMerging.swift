import MappingFiles

/// The second stage: merges record types whose objects are one entity (S).
struct EntityMerging {
    let tree: SchemaTree
    let finder: IdentityFinder
    let options: InferenceOptions
    let records: [RecordType]
    let traits: [RecordTraits]
    let earlier: BaseEntities?
    private(set) var log = DecisionLog()
    /// The candidates that matched record types.
    private(set) var recognizing: [Int: Set<String>] = [:]
    /// The cluster of each record type, as the lowest index in it.
    private(set) var clusters: [Int]
    private var members: [[Int]]

    init(
        _ records: [RecordType], tree: SchemaTree, finder: IdentityFinder, options: InferenceOptions
    ) {
        self.records = records
        self.tree = tree
        self.finder = finder
        self.options = options
        traits = records.map { RecordTraits($0, tree: tree, finder: finder) }
        earlier = options.base.map { [traits] in
            BaseEntities($0, tree: tree, records, traits, isDescribed: options.isDescribed)
        }
        clusters = Array(records.indices)
        members = records.indices.map { [$0] }
    }

    /// Returns the record types of each entity.
    mutating func merge() throws(InferenceError) -> [[Int]] {
        mergeCopies()
        try mergeByHand()
        mergeAsBefore()
        for rule in Self.rules {
            for (left, right) in pairs(for: rule) where clusters[left] != clusters[right] {
                guard let reason = reason(rule, left, right), !isVetoed(left, right) else {
                    continue
                }
                let isApplied = reason.confidence >= options.mark
                let (path, other) = (
                    tree.text(of: records[right].node), tree.text(of: records[left].node)
                )
                log.decide(
                    rule, path, "same entity as \(other)", reason.text,
                    confidence: reason.confidence, isApplied: isApplied,
                    override: isApplied ? "--apart \(path)" : "--same \(other)=\(path)")
                guard isApplied else { continue }
                unite(left, right)
                if let key = reason.key {
                    recognizing[left, default: []].insert(key)
                    recognizing[right, default: []].insert(key)
                }
            }
        }
        return members.filter { !$0.isEmpty }
    }

    /// The reason for a merge.
    struct Reason {
        let text: String
        let confidence: Double
        /// The name of the common candidate, if it decided.
        var key: String?

        init(_ text: String, _ confidence: Double, key: String? = nil) {
            self.text = text
            self.confidence = confidence
            self.key = key
        }
    }

    /// The rules in order.
    private static let rules: [InferenceRule] = [
        .discriminator, .equalValues, .recursion, .sameNoun, .summary, .reference, .nesting,
        .similarParts,
    ]

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
            let failure = InferenceError(
                .correction, "--same \(one)=\(two): no identity that both have")
            let left = records.indices.filter { tree.matches(records[$0].node, one) }
            let right = records.indices.filter { tree.matches(records[$0].node, two) }
            // Embedded objects have no identity. `CorrectionCheck` reports unknown paths.
            if left.isEmpty || right.isEmpty, hasNode(at: one), hasNode(at: two) { throw failure }
            for (a, b) in zip(left, right) where clusters[a] != clusters[b] {
                guard let key = sharedKey(a, b) else { throw failure }
                recognizing[a, default: []].insert(key)
                recognizing[b, default: []].insert(key)
                unite(a, b)
            }
        }
    }

    private func hasNode(at path: SchemaPath) -> Bool {
        tree.profile.nodes.nodeIDs.contains { tree.matches($0, path) }
    }

    /// Returns the name of a candidate that both record types have.
    func sharedKey(_ left: Int, _ right: Int) -> String? {
        let names = Set(
            records[right].identity.candidates.filter(\.isUsable)
                .map { records[right].name(of: $0) })
        return records[left].identity.candidates.filter(\.isUsable)
            .map { records[left].name(of: $0) }.first(where: names.contains)
    }

    /// Merges variants that are at one path several times (E5).
    private mutating func mergeCopies() {
        let copies = Dictionary(grouping: records.indices) {
            Copy(node: records[$0].node, share: records[$0].share)
        }
        for indices in copies.values where indices.count > 1 {
            for index in indices.dropFirst() { unite(indices[0], index) }
        }
    }

    /// The objects of a record type.
    private struct Copy: Hashable {
        let node: SchemaNodeID
        let share: RecordType.Share
    }

    /// Keeps the paths of an earlier entity together (V5).
    private mutating func mergeAsBefore() {
        for index in records.indices {
            guard let entity = earlier?.entity(of: index) else { continue }
            let first = records.indices.prefix(index).first {
                earlier?.entity(of: $0) == entity && records[$0].node != records[index].node
            }
            if let first, clusters[first] != clusters[index] { unite(first, index) }
        }
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
        if one.node == two.node { return one.share != two.share }
        if let own = earlier?.entity(of: left), let other = earlier?.entity(of: right) {
            return own != other
        }
        if traits[left].differs(from: traits[right]) || haveOtherScopes(left, right) { return true }
        if traits[left].sharesDiscriminator(with: traits[right]) { return false }
        return comparison(left, right)?.contradicts ?? false
    }

    /// Tests whether a value is unique within the parent on one path and in a different scope on
    /// the other.
    ///
    /// Objects of both would then have colliding identities (I5, I7).
    private func haveOtherScopes(_ left: Int, _ right: Int) -> Bool {
        for one in records[left].identity.candidates where one.isUsable {
            let name = records[left].name(of: one)
            guard
                let two = records[right].identity.candidates.first(where: {
                    $0.isUsable && records[right].name(of: $0) == name
                }), one.fit == .local || two.fit == .local
            else { continue }
            guard one.fit == two.fit, let owner = records[left].owner,
                let other = records[right].owner, clusters[owner] == clusters[other]
            else { return true }
            return one.table.entries.keys.contains { two.table.entries[$0] != nil }
        }
        return false
    }

    private func isSetApart(_ record: Int) -> Bool {
        options.corrections.apart.contains { tree.matches(records[record].node, $0) }
    }
}
