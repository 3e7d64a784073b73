/// Relates records with equal values (I3 to I6).
struct RepeatRule {
    let finder: IdentityFinder
    let table: KeyTable
    let node: SchemaNodeID

    private var tree: SchemaTree { finder.tree }

    /// Compares duplicates column by column.
    func fit(hasOwner: Bool) -> IdentityCandidate.Fit {
        var agreeing: [Int] = []
        var differing: [Int] = []
        var unions: [Int] = []
        var flags: [Int] = []
        for column in table.agreeing.indices {
            let both = table.agreeing[column] + table.differing[column]
            guard both > 0, counts(column) else { continue }
            let share = Double(table.agreeing[column]) / Double(both)
            if share >= Threshold.largeMajority {
                if tells(column) { agreeing.append(column) }
                if table.differing[column] > 0, isUnited(column) { unions.append(column) }
            } else if isUnited(column) {
                unions.append(column)
            } else if isFlag(column) {
                flags.append(column)
            } else {
                differing.append(column)
            }
        }
        if agreeing.isEmpty { differing += flags }
        guard !differing.isEmpty else {
            return hasOwner && isLabel(agreeing, unions) ? .local : .shared(unions: unions)
        }
        // Map keys that several owners share, such as `200`, identify within the owner only. So do
        // numbers that count the records of each owner.
        if hasOwner, table.columns.isEmpty && table.repeatsWithinParent == 0 || isNumbering {
            return .local
        }
        let share = Double(agreeing.count) / Double(agreeing.count + differing.count)
        if !hasOwner, share >= Threshold.half { return .shared(unions: unions) }
        if isLink(agreeing, differing) { return .link(own: differing) }
        if share >= Threshold.most, !differing.contains(where: isOfOtherParents) {
            return .shared(unions: unions)
        }
        if hasOwner, table.repeatsWithinParent == 0 { return .local }
        return .contradiction(column: differing[0])
    }

    /// Tests for a link: some columns agree and others differ (I4).
    ///
    /// Positions and the parent's foreign keys are not sufficient differences.
    private func isLink(_ agreeing: [Int], _ differing: [Int]) -> Bool {
        guard !agreeing.isEmpty else { return false }
        return differing.contains { column in
            let both = table.agreeing[column] + table.differing[column]
            return table.differing[column] >= 2 && 2 * table.agreeing[column] < both
                && !isForeignKey(column)
        }
    }

    /// Tests for labels of each owner's list: duplicates agree in nothing else.
    private func isLabel(_ agreeing: [Int], _ unions: [Int]) -> Bool {
        guard table.columns.count == 1, agreeing.isEmpty, !unions.isEmpty,
            table.repeatsWithinParent == 0, table.present >= 2 * table.distinct
        else { return false }
        let profile = tree[table.columns[0]]
        return profile.kinds.texts == profile.count && profile.texts.words != nil
    }

    /// Indicates whether the values count the records of each parent, from 1.
    private var isNumbering: Bool {
        guard table.columns.count == 1, table.distinct > 1, table.repeatsWithinParent == 0,
            table.present >= 2 * table.distinct
        else { return false }
        let profile = tree[table.columns[0]]
        if profile.kinds.integers > 0 {
            return profile.numbers.least == 1 && profile.numbers.greatest == table.distinct
        }
        guard let words = profile.texts.words?.keys else { return false }
        return Set(words.compactMap { Int($0) }) == Set(1...table.distinct)
    }

    /// Tests for a foreign key whose duplicates mostly differ, so they are distinct objects.
    private func isOfOtherParents(_ column: Int) -> Bool {
        isForeignKey(column) && table.agreeing[column] < table.differing[column]
    }

    private func key(_ column: Int) -> String? { tree.key(of: tree[node].columns[column]) }

    /// Tests whether a column is evidence; positions and the candidate's columns are not.
    private func counts(_ column: Int) -> Bool {
        let index = tree[node].columns[column]
        guard !table.columns.contains(index) else { return false }
        guard let path = tree.keys(from: node, to: index) else { return false }
        let map = tree[node].parent.flatMap { tree[$0].map }
        if let key = map?.keyMember, path == [key] { return false }
        return !path.contains { IdentityFinder.isPosition($0) }
    }

    /// Tests whether equal values are significant, unlike booleans and few distinct values.
    private func tells(_ column: Int) -> Bool {
        let profile = tree[tree[node].columns[column]]
        guard profile.kinds.booleans == 0 else { return false }
        guard profile.kinds.objects + profile.kinds.arrays == 0 else { return true }
        return 10 * profile.values.count >= 3 * table.distinct
    }

    /// Tests for a list or map of objects with an identity.
    ///
    /// If duplicates differ in it, the objects are merged; other lists take the last value.
    private func isUnited(_ column: Int) -> Bool {
        let column = tree[node].columns[column]
        if let map = tree[column].map {
            guard !map.isDictionary, let entry = tree.entry(of: column) else { return false }
            return isOwn(finder.identity(of: entry, isElement: true, hasOwner: true))
        }
        guard tree[column].kinds.scalars == 0, let element = tree.element(of: column),
            tree[element].kinds.objects > 0,
            tree[element].kinds.scalars + tree[element].kinds.arrays == 0
        else { return false }
        return isOwn(finder.identity(of: element, isElement: true, hasOwner: true))
    }

    private func isOwn(_ identity: IdentityFinding) -> Bool {
        switch identity.best?.fit {
        case .unique, .shared: true
        case .link, .local, .contradiction, .missing, nil: false
        }
    }

    /// Tests for booleans, which are no evidence.
    private func isFlag(_ column: Int) -> Bool {
        tree[tree[node].columns[column]].kinds.booleans > 0
    }

    private func isForeignKey(_ column: Int) -> Bool {
        guard let key = key(column), let last = NameWords(key).words.last else { return false }
        return ["id", "ids", "ref", "uid"].contains(last)
    }
}
