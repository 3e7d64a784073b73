/// Finds the identity of the records at a node (I).
struct IdentityFinder {
    let tree: SchemaTree
    let options: InferenceOptions
    private let elementKeys: WeakKeyIndex
    let ownKeys: OwnKeys

    init(tree: SchemaTree, options: InferenceOptions) {
        self.tree = tree
        self.options = options
        elementKeys = WeakKeyIndex(tree)
        ownKeys = OwnKeys(tree)
    }

    /// Keys of list positions, which repeat the order of the relationship (I4).
    static let positions: Set<String> = [
        "indices", "index", "idx", "order", "rank", "offset", "position", "pos", "sort",
        "sortorder",
        "ordinal", "slot",
    ]

    static func isPosition(_ key: String) -> Bool {
        positions.contains(String(key.lowercased().filter { $0.isLetter || $0.isNumber }))
    }

    /// Tests whether a single object is an entity (E3) or a reference (E6).
    func isEntity(_ node: SchemaNodeID, isElement: Bool) -> Bool {
        guard !isEmbedded(node), !tree.isScalarWrapper(node),
            isElement || !tree.describesOwner(node)
        else { return false }
        return identity(of: node, isElement: isElement, hasOwner: true).best != nil
    }

    private func isEmbedded(_ node: SchemaNodeID) -> Bool {
        options.corrections.embedded.contains { tree.matches(node, $0) }
    }

    /// Finds the identity of the records at a node.
    ///
    /// - Parameters:
    ///   - node: The node of the objects.
    ///   - isElement: Whether they are elements of an array or entries of a map.
    ///   - hasOwner: Whether a record encloses them.
    /// - Returns: The candidates, with the best one.
    func identity(of node: SchemaNodeID, isElement: Bool, hasOwner: Bool) -> IdentityFinding {
        let nouns = nouns(of: node)
        let wrapper = wrapper(of: node, isElement: isElement)
        let map = tree[node].parent.flatMap { tree[$0].map }
        var candidates = tree[node].candidates.compactMap { table in
            candidate(
                table, of: node, nouns: nouns, wrapper: wrapper, keyMember: map?.keyMember,
                isElement: isElement, hasOwner: hasOwner)
        }
        if tree[node].step == .entry, !candidates.contains(where: \.isKeyMember) {
            candidates += keyIdentity(of: node, member: map?.keyMember).candidates
        }
        // A pair that contains a unique value is redundant (I9).
        let alone = Set(candidates.filter { $0.paths.count == 1 && $0.fit == .unique }.map(\.paths))
        candidates.removeAll { candidate in
            candidate.paths.count > 1 && candidate.paths.contains { alone.contains([$0]) }
        }
        candidates.sort(by: Self.precedes)
        var finding = IdentityFinding(candidates: candidates)
        finding.best = candidates.first { $0.isUsable && isApplied($0) }
        finding.possible = candidates.first { $0.isUsable && !isApplied($0) }
        finding.contradiction = contradiction(in: candidates, of: node)
        return finding
    }

    /// Tests whether an identity, or the link it makes (I4), has sufficient confidence.
    private func isApplied(_ candidate: IdentityCandidate) -> Bool {
        min(candidate.score, candidate.fit.isLink ? IdentityCandidate.linkConfidence : 1)
            >= options.mark
    }

    /// Orders candidates by score, identities before links, short paths first, then by bytes.
    private static func precedes(_ left: IdentityCandidate, _ right: IdentityCandidate) -> Bool {
        if left.isUsable != right.isUsable { return left.isUsable }
        if left.score != right.score { return left.score > right.score }
        if left.fit.isLink != right.fit.isLink { return right.fit.isLink }
        let depths = (left.paths.map(\.count).max() ?? 0, right.paths.map(\.count).max() ?? 0)
        if depths.0 != depths.1 { return depths.0 < depths.1 }
        let lengths = (left.name.utf8.count, right.name.utf8.count)
        if lengths.0 != lengths.1 { return lengths.0 < lengths.1 }
        return Array(left.name.utf8).lexicographicallyPrecedes(Array(right.name.utf8))
    }

    /// Returns the identity of map entries: their key, or the member that equals it (M2).
    func keyIdentity(of entry: SchemaNodeID, member key: String? = nil) -> IdentityFinding {
        let table =
            tree[entry].candidates.first { $0.columns.isEmpty && $0.present > 0 }
            ?? tableOfKeys(of: entry)
        let member = key.flatMap { key in tree.members(of: entry).first { $0.key == key } }
        let fit = fit(of: table, at: entry, path: nil, isStrong: true, hasOwner: true)
        let candidate = IdentityCandidate(
            paths: member.map { [[$0.key]] } ?? [], nodes: member.map { [$0.node] } ?? [],
            class: nil, fit: fit, score: fit == .local ? 0.96 : 0.97, table: table,
            isKeyMember: member != nil)
        var finding = IdentityFinding(candidates: [candidate])
        if candidate.isUsable { finding.best = candidate }
        return finding
    }

    /// Returns the table of keys of scalars, which are unique in each map.
    private func tableOfKeys(of entry: SchemaNodeID) -> KeyTable {
        var table = KeyTable(columns: [])
        guard let keys = tree[entry].parent.flatMap({ tree[$0].keys }) else { return table }
        table.present = keys.count
        table.distinct = min(keys.values.count, keys.count)
        table.valuesOfSeveralParents = table.present - table.distinct
        return table
    }

    private func contradiction(
        in candidates: [IdentityCandidate], of node: SchemaNodeID
    ) -> String? {
        for candidate in candidates where candidate.class?.isStrong == true {
            guard case .contradiction(let column) = candidate.fit else { continue }
            let key = tree.text(of: tree[node].columns[column])
            let origins =
                candidate.table.conflict.map { ", as at \($0.first) and \($0.second)" } ?? ""
            return "'\(candidate.name)' repeats with different values of \(key)\(origins)"
        }
        return nil
    }

    // MARK: Candidates

    private func candidate(
        _ table: KeyTable, of node: SchemaNodeID, nouns: [String], wrapper: [String],
        keyMember: String?, isElement: Bool, hasOwner: Bool
    ) -> IdentityCandidate? {
        guard !table.columns.isEmpty else { return nil }
        let paths = table.columns.compactMap { tree.keys(from: node, to: $0) }
        guard paths.count == table.columns.count, table.present > 0 else { return nil }
        if paths.count > 1 {
            guard isElement || !hasOwner, isCompound(paths, of: node) else { return nil }
            return compound(table, paths: paths)
        }
        let path = paths[0]
        guard let key = IdentityPath(path, wrapper: wrapper).key else { return nil }
        let isKeyMember = key == keyMember && path.count == 1
        let `class` =
            (nouns + personNouns(of: node)).lazy.compactMap {
                IdentityNames.class(of: key, entity: $0)
            }.first
            ?? IdentityNames.class(of: key, entity: nil)
            ?? (isElement || !hasOwner ? ownKeys.identityClass(of: path, at: node) : nil)
            ?? (references(at: node)?.node == table.columns[0] ? .address : nil)
            ?? (isElement || !hasOwner ? naturalClass(of: table, path, at: node) : nil)
        guard isKeyMember || `class` != nil else { return nil }
        let isStrong = isKeyMember || `class`?.isStrong == true
        let fit = fit(of: table, at: node, path: path, isStrong: isStrong, hasOwner: hasOwner)
        var score = isKeyMember ? 0.97 : `class`?.score ?? 0
        if !isStrong, let `class` {
            score = weakScore(
                `class`, table, fit, of: node, isElement: isElement, hasOwner: hasOwner)
        }
        if fit == .local { score = min(score, 0.6) }
        return IdentityCandidate(
            paths: paths, nodes: table.columns, class: `class`, fit: fit, score: score,
            table: table, isKeyMember: isKeyMember)
    }

    /// Returns nouns for a person's role, so that `user_id` of an author is an identity.
    private func personNouns(of node: SchemaNodeID) -> [String] {
        tree.key(of: node).map(NameWords.init)?.isRoleWord == true ? ["User", "Account"] : []
    }

    /// Returns the score of classes D to F, which need more evidence.
    private func weakScore(
        _ class: IdentityClass, _ table: KeyTable, _ fit: IdentityCandidate.Fit,
        of node: SchemaNodeID, isElement: Bool, hasOwner: Bool
    ) -> Double {
        if `class`.letter == .d, references(at: node) != nil { return 0.8 }
        if `class`.letter == .g { return `class`.score }
        let repeats = table.present - table.distinct
        guard isElement || repeats > repeatsOfOwner(node) && tree.members(of: node).count > 1
        else {
            guard isRepeated(node, table) else { return 0.3 }
            return `class`.score + (`class`.letter == .e ? 0.05 : 0)
        }
        // The title or text of a single object does not name it.
        if `class`.letter == .f, !isElement, isProse(table) { return 0.3 }
        // Equal names in one list are duplicates, not references.
        if `class`.letter == .f, table.valuesOfSeveralParents == 0 {
            return isNatural(table) ? IdentityClass.possible.score : 0.3
        }
        if case .shared = fit { return `class`.score + (`class`.letter == .e ? 0.05 : 0) }
        if case .link = fit { return `class`.letter == .f || !isElement ? 0.3 : `class`.score }
        if `class`.letter == .f || fit == .local { return 0.3 }
        // Elements of one owner are parts. If a later page has a second owner for them, an identity
        // would move them.
        if isElement, hasOwner, `class`.letter == .e { return IdentityClass.possible.score }
        return `class`.score + (`class`.letter == .e && table.present >= 20 ? 0.05 : 0)
    }

    private func isProse(_ table: KeyTable) -> Bool {
        table.columns.contains { ["text", "title"].contains(tree.key(of: $0)?.lowercased()) }
    }

    /// Returns the number of duplicates of the enclosing record, which repeat its content.
    private func repeatsOfOwner(_ node: SchemaNodeID) -> Int {
        for index in tree.lineage(of: node).dropFirst() {
            let tables = tree[index].candidates.filter { $0.columns.count == 1 && $0.missing == 0 }
            if let table = tables.max(by: { $0.distinct < $1.distinct }) {
                return table.present - table.distinct
            }
        }
        return 0
    }

    /// Tests whether a single object occurs elsewhere (E3).
    ///
    /// It is a single object with the same URL, or an element that is identified by the same key.
    private func isRepeated(_ node: SchemaNodeID, _ table: KeyTable) -> Bool {
        elementKeys.isElsewhere(table, in: tree, at: node)
            || elementKeys.elements(with: table, in: tree, at: node).contains { element, key in
                identity(of: element, isElement: true, hasOwner: true).best?.paths == [[key]]
            }
    }

    /// Tests whether two values may identify together.
    ///
    /// An identity is combined only with the key of the parent that it is unique within (I5).
    private func isCompound(_ paths: [[String]], of node: SchemaNodeID) -> Bool {
        let keys = paths.compactMap(\.last)
        guard keys.contains(where: { IdentityNames.class(of: $0, entity: nil)?.letter == .a })
        else { return true }
        let parents = owner(of: node).map(nouns) ?? []
        return keys.contains { key in
            let name = ForeignKeyName(key)
            return name.hasEnding && parents.contains { name.names(ForeignKeyName.words($0)) }
        }
    }

    /// Returns the object that encloses an element.
    private func owner(of node: SchemaNodeID) -> SchemaNodeID? {
        tree.lineage(of: node).dropFirst().first { !tree.members(of: $0).isEmpty }
    }

    /// Returns a candidate of two values that are only unique together (I9).
    private func compound(_ table: KeyTable, paths: [[String]]) -> IdentityCandidate? {
        guard table.present >= 3, table.missing == 0,
            table.columns.allSatisfy({ tree[$0].values.count < table.present }),
            !table.columns.contains(where: isWordOfMoment)
        else { return nil }
        let fit: IdentityCandidate.Fit =
            table.distinct == table.present ? .unique : .contradiction(column: 0)
        return IdentityCandidate(
            paths: paths, nodes: table.columns, class: nil, fit: fit, score: 0.8, table: table)
    }

    /// Tests for names of days and months, such as `Mon`, which recur.
    private func isWordOfMoment(_ column: SchemaNodeID) -> Bool {
        guard CandidateNames.isMoment(tree.key(of: column) ?? ""), tree[column].kinds.texts > 0,
            let words = tree[column].texts.words?.keys
        else { return false }
        return !words.contains { $0.contains(where: \.isNumber) }
    }

    // MARK: Fit

    private func fit(
        of table: KeyTable, at node: SchemaNodeID, path: [String]?, isStrong: Bool, hasOwner: Bool
    ) -> IdentityCandidate.Fit {
        let records = table.present + table.missing
        let leastPresence = 0.995
        let share = Double(table.present) / Double(max(records, 1))
        guard share >= leastPresence else { return .missing(share) }
        guard table.present > table.distinct else { return .unique }
        return RepeatRule(finder: self, table: table, node: node).fit(hasOwner: hasOwner)
    }

    /// Tests for a JSON:API resource object or identifier.
    ///
    /// It has a type, an identity and otherwise only standard members.
    func isResource(_ node: SchemaNodeID) -> Bool {
        let members = tree.members(of: node)
        let agreed: Set<String> = ["attributes", "relationships", "links", "meta"]
        return Set(members.map(\.key)).isSuperset(of: ["id", "type"])
            && members.allSatisfy { ["id", "type"].contains($0.key) || agreed.contains($0.key) }
    }
}
