/// Applies the rules S and E6 to a pair of record types.
extension EntityMerging {
    /// Returns the reason to merge a pair, or `nil` if the rule does not apply.
    func reason(_ rule: InferenceRule, _ left: Int, _ right: Int) -> Reason? {
        let (one, two) = (records[left], records[right])
        let likeness = Similarity(one.shape, two.shape)
        let haveIdentity = canShareIdentity(one, two)
        switch rule {
        case .discriminator:
            guard haveIdentity, traits[left].sharesDiscriminator(with: traits[right]) else {
                return nil
            }
            return Reason("the same discriminator", 0.95)
        case .equalValues: return values(left, right, likeness)
        case .recursion:
            guard haveIdentity, owners(of: right).contains(left), recurs(right, in: left, likeness),
                likeness.jaccard >= Threshold.half && likeness.shared >= 3
                    || likeness.containment >= Threshold.most && likeness.shared >= 2
                        && traits[right].nouns[0].hasSuffix(traits[left].nouns[0])
            else { return nil }
            return Reason("nested in it, \(likeness.shared) members in common", 0.85)
        case .sameNoun:
            guard haveIdentity, likeness.shared >= 2,
                likeness.jaccard >= Threshold.some || likeness.containment >= Threshold.most,
                likeness.jaccard >= Threshold.most
                    || traits[left].nouns[0] == traits[right].nouns[0]
            else { return nil }
            // Two persons share more members than just an identity and a name.
            guard
                traits[left].nouns[0] == traits[right].nouns[0] || likeness.shared >= 3
                    || !isPersonRole(left) || !isPersonRole(right)
            else { return nil }
            return Reason("the same noun, \(likeness.shared) members in common", 0.8)
        case .nesting:
            guard haveIdentity, likeness.containment >= Threshold.most, isSameMember(left, right)
            else {
                return nil
            }
            return Reason("the same member of one entity", 0.8, key: sharedKey(left, right))
        case .summary: return summary(left, right) ?? summary(right, left)
        case .reference: return reference(left, right)
        case .similarParts:
            guard one.identity.best == nil, two.identity.best == nil, one.share == two.share,
                one.form != .lookup, two.form != .lookup, haveOwnPositions(one, two)
            else { return nil }
            return part(left, right, likeness)
        default: return nil
        }
    }

    /// Tests for common identities whose records agree in shared scalars (S2).
    private func values(_ left: Int, _ right: Int, _ likeness: Similarity) -> Reason? {
        guard let candidate = comparedCandidate(left, right), candidate.isUsable,
            let comparison = comparison(left, right), comparison.common >= 1,
            comparison.compared >= 2, comparison.agreement >= Threshold.most,
            likeness.containment >= Threshold.half
        else { return nil }
        return Reason(
            "\(comparison.common) identities in common, "
                + "\(comparison.equal) of \(comparison.compared) values agree",
            0.9, key: candidate.name)
    }

    /// Tests whether both are values of the same member of one entity.
    private func isSameMember(_ left: Int, _ right: Int) -> Bool {
        guard let one = records[left].owner, let two = records[right].owner else { return false }
        return clusters[one] == clusters[two]
            && records[one].name(of: records[left].path)
                == records[two].name(of: records[right].path)
    }

    /// Tests whether both can have the same identity, at least by name.
    private func canShareIdentity(_ one: RecordType, _ two: RecordType) -> Bool {
        if one.identity.best != nil && two.identity.best != nil { return true }
        guard let best = one.identity.best ?? two.identity.best else { return false }
        let (owner, other) = one.identity.best != nil ? (one, two) : (two, one)
        let name = owner.name(of: best)
        return other.identity.candidates.contains {
            $0.isUsable && other.name(of: $0) == name
        }
    }

    /// Tests whether a nested record is recursive.
    ///
    /// Its key names a role, such as child or parent, it contains the key itself, or the members
    /// are nearly equal.
    private func recurs(_ inner: Int, in outer: Int, _ likeness: Similarity) -> Bool {
        guard likeness.jaccard < Threshold.most, let key = records[inner].path.last else {
            return true
        }
        let name = NameWords(key)
        return name.isRoleWord || name.isGenericWord || records[inner].shape.contains(key)
            || traits[inner].nouns[0].hasSuffix(traits[outer].nouns[0])
    }

    /// Tests for a summary: one's members are a subset of the other's, including a key (S5).
    private func summary(_ small: Int, _ large: Int) -> Reason? {
        let (one, two) = (records[small], records[large])
        guard one.shape.count >= 2, one.shape.isSubset(of: two.shape), one.form != .lookup else {
            return nil
        }
        for candidate in one.identity.candidates where candidate.paths.count == 1 {
            // Small integers match by chance, so equal shapes are not sufficient.
            if one.shape == two.shape, isDense(candidate) { continue }
            let name = one.name(of: candidate)
            guard
                let other = two.identity.candidates.first(where: { two.name(of: $0) == name }
                ),
                other.isUsable, other.table.present > 0
            else { continue }
            let found = candidate.table.entries.keys.count { other.table.entries[$0] != nil }
            let comparison = RecordComparison(
                side(small, candidate.table), side(large, other.table))
            guard
                Double(found) >= Threshold.largeMajority
                    * Double(max(candidate.table.entries.count, 1)), found > 0,
                comparison.compared >= 1, comparison.agreement >= Threshold.agreement
            else { continue }
            return Reason(
                "a summary: \(found) of \(candidate.table.entries.count) values of '\(name)' found",
                0.85, key: name)
        }
        return nil
    }

    private func isDense(_ candidate: IdentityCandidate) -> Bool {
        let profile = tree[candidate.nodes[0]]
        return profile.kinds.texts == 0 && profile.numbers.isDense(profile.values.count)
    }

    /// Matches a reference with the entity of its collection, if the name occurs there (E6).
    private func reference(_ left: Int, _ right: Int) -> Reason? {
        let isLeft = if case .collection = records[left].share { true } else { false }
        let (reference, target) = isLeft ? (left, right) : (right, left)
        if case .collection(let one, _) = records[left].share,
            case .collection(let two, _) = records[right].share
        {
            return one == two ? Reason("the same collection", 0.9) : nil
        }
        for candidate in records[reference].identity.candidates where candidate.paths.count == 1 {
            let name = records[reference].name(of: candidate)
            guard
                let other = records[target].identity.candidates.first(where: {
                    records[target].name(of: $0) == name
                })
            else { continue }
            let found = candidate.table.entries.keys.count { other.table.entries[$0] != nil }
            if found > 0 {
                return Reason("a reference: \(found) values of '\(name)' found", 0.8, key: name)
            }
        }
        return nil
    }

    /// Tests whether records without identity can be one entity.
    ///
    /// Parts can. Root records can only if they are in different source groups, where positions do
    /// not collide.
    private func haveOwnPositions(_ one: RecordType, _ two: RecordType) -> Bool {
        (one.owner == nil) == (two.owner == nil)
            && (one.owner != nil || tree.group(of: one.node) != tree.group(of: two.node))
    }

    private func part(_ left: Int, _ right: Int, _ likeness: Similarity) -> Reason? {
        let text = "\(likeness.shared) members in common"
        let ofRecursion = 0.7
        if owners(of: right).contains(left) {
            return likeness.jaccard >= ofRecursion ? Reason(text, 0.8) : nil
        }
        if traits[left].nouns[0] == traits[right].nouns[0], likeness.jaccard >= Threshold.majority {
            return Reason(text, 0.75)
        }
        return likeness.jaccard >= Threshold.nearlyAll && likeness.shared >= 4
            ? Reason(text, 0.7) : nil
    }

    // MARK: Values

    private func side(_ index: Int, _ table: KeyTable) -> RecordComparison.Side {
        RecordComparison.Side(table, of: records[index], traits[index], in: tree)
    }

    /// Compares the common objects of two record types by their best candidate.
    func comparison(_ left: Int, _ right: Int) -> RecordComparison? {
        comparedCandidate(left, right).map {
            RecordComparison(side(left, $0.left), side(right, $0.right))
        }
    }

    /// Returns the best common candidate of two record types, with both tables.
    private func comparedCandidate(
        _ left: Int, _ right: Int
    ) -> (name: String, left: KeyTable, right: KeyTable, isUsable: Bool)? {
        for candidate in records[left].identity.candidates where candidate.paths.count == 1 {
            let name = records[left].name(of: candidate)
            guard candidate.isStrong || candidate.isUsable,
                let other = records[right].identity.candidates.first(where: {
                    $0.paths.count == 1 && records[right].name(of: $0) == name
                })
            else { continue }
            return (name, candidate.table, other.table, candidate.isUsable && other.isUsable)
        }
        return nil
    }
}
