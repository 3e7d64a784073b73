import MappingFiles

/// Chooses the identities of entities (I).
extension EntityFormation {
    /// Sets the identity of an entity: an earlier decision, or the best common candidate.
    mutating func chooseIdentity(of index: Int) {
        let members = entities[index].records
        if let forced = forcedIdentity(of: index) {
            entities[index].identity = forced
            let isAsked = options.corrections.identities.contains {
                $0.entity == entities[index].name
            }
            entities[index].identityEvidence = isAsked ? "on request" : "decided before"
            return
        }
        let first = members[0]
        guard records[first].share != .link else {
            entities[index].identityEvidence = "a link to a shared object"
            return log.decide(
                .link, entities[index].name, "is a link, a part of its owner",
                "values differ in repeats",
                confidence: 0.8, override: "--part \(tree.text(of: records[first].node))")
        }
        let choices = commonCandidates(of: members)
        guard let best = choices.first(where: { $0.score >= options.mark }) else {
            return choosePosition(index, choices)
        }
        setIdentity(of: index, to: best, rivals: Array(choices.dropFirst()))
    }

    private mutating func setIdentity(of index: Int, to best: Choice, rivals: [Choice]) {
        let candidates = best.candidates
        entities[index].identityEvidence =
            candidates.max { $0.table.present < $1.table.present }?.evidence ?? ""
        let first = entities[index].records[0]
        if candidates.allSatisfy({ $0.fit == .local }) {
            guard let parent = parentIdentity(of: first) else {
                return choosePosition(index, [best])
            }
            entities[index].identity = .local(parent)
        } else if candidates.allSatisfy(\.isKey) {
            entities[index].identity = .key
        } else {
            entities[index].identity = .members(best.paths)
        }
        let name = entities[index].name
        log.decide(
            rule(of: candidates[0]), name,
            "is identified by \(outcome(of: best))",
            entities[index].identityEvidence, confidence: best.score, override: "--id \(name)=none",
            rivals: rivals.prefix(4).map {
                InferenceDecision.Rival(
                    outcome: outcome(of: $0), confidence: $0.score,
                    reason: $0.candidates[0].evidence)
            })
        if case .shared(let unions)? = candidates.first?.fit {
            noteUnions(unions, of: first, name)
        }
    }

    private func outcome(of choice: Choice) -> String {
        choice.name.isEmpty ? "the key of the map" : choice.name
    }

    /// Logs the to-many relationships that are merged because duplicates differ (I3).
    private mutating func noteUnions(_ unions: [Int], of record: Int, _ name: String) {
        let columns = tree[records[record].node].columns
        for column in unions where columns.indices.contains(column) {
            log.decide(
                .sharedIdentity, tree.text(of: columns[column]), "is united over repeats",
                "lists differ in repeats of one object", confidence: 0.8,
                override: "--id \(name)=none")
        }
    }

    private func rule(of candidate: IdentityCandidate) -> InferenceRule {
        switch candidate.fit {
        case .unique: candidate.paths.count > 1 ? .compoundIdentity : .uniqueIdentity
        case .shared: .sharedIdentity
        case .link: .link
        case .local: .localIdentity
        case .contradiction: .contradiction
        case .missing: .missingIdentity
        }
    }

    /// A candidate that all record types of an entity have (I7).
    struct Choice {
        let name: String
        let paths: [[String]]
        let score: Double
        let candidates: [IdentityCandidate]
    }

    private func commonCandidates(of members: [Int]) -> [Choice] {
        let first = records[members[0]]
        let twins = Set(TwinRule(tree: tree).twins(in: first).keys)
        let all = members.map { records[$0].identity.candidates.filter(\.isUsable) }
        var choices: [Choice] = []
        for candidate in all[0] where twins.isDisjoint(with: candidate.paths) {
            let name = first.name(of: candidate)
            let matching = zip(members, all).compactMap { member, candidates in
                candidates.first { records[member].name(of: $0) == name }
            }
            guard matching.count == members.count, isOne(matching, members) else { continue }
            var score = matching.map(\.score).max() ?? 0
            if members.contains(where: { recognizing[$0]?.contains(name) == true }) {
                score = max(score, 0.8)
            }
            if isReferredTo(candidate) {
                // A reference to a part's code is sufficient evidence of its identity.
                score = max(score, (candidate.class?.score ?? 0) + 0.05) + 0.05
            }
            choices.append(
                Choice(
                    name: name, paths: candidate.paths.map { first.name(of: $0) }, score: score,
                    candidates: matching))
        }
        return choices.enumerated().sorted {
            ($1.element.score, $0.offset) < ($0.element.score, $1.offset)
        }.map(\.element)
    }

    /// Tests whether a candidate is unique over all paths of an entity (I7).
    ///
    /// If its name is weak evidence, records with equal values must agree, as in I3. Values of a
    /// compound candidate (I9) must be disjoint.
    private func isOne(_ candidates: [IdentityCandidate], _ members: [Int]) -> Bool {
        guard
            zip(candidates, members).allSatisfy({ !$0.fit.isLink || records[$1].share == .linked })
        else { return false }
        guard members.count > 1, !candidates.contains(where: \.isStrong) else { return true }
        let sides = zip(candidates, members).map { candidate, member in
            RecordComparison.Side(
                candidate.table, of: records[member], traits[member], in: tree)
        }
        return sides.indices.allSatisfy { index in
            sides[..<index].allSatisfy { other in
                let comparison = RecordComparison(other, sides[index])
                return candidates[0].paths.count > 1
                    ? comparison.common == 0
                    : comparison.compared == 0 || comparison.agreement >= Threshold.largeMajority
            }
        }
    }

    /// Tests for a list or key elsewhere with the candidate's values (I8).
    private func isReferredTo(_ candidate: IdentityCandidate) -> Bool {
        guard let letter = candidate.class?.letter, letter > .c, candidate.nodes.count == 1 else {
            return false
        }
        let node = candidate.nodes[0]
        return records.contains { record in
            record.columns.contains { column in
                switch column.form {
                case .list:
                    guard let element = tree.listedValues(of: column.node) else { return false }
                    return refers(element, to: node, from: 2)
                case .scalar:
                    return tree[column.node].parent != tree[node].parent
                        && tree[column.node].kinds.texts > 0
                        && refers(column.node, to: node, from: 10)
                case .array, .dictionary: return false
                }
            }
        }
    }

    /// Tests whether at least `least` distinct values of a column occur in a second column.
    private func refers(_ source: SchemaNodeID, to node: SchemaNodeID, from least: Int) -> Bool {
        let (found, count) = tree[source].values.found(in: tree[node].values)
        return count >= least && 100 * found >= 95 * count
    }

    /// Separates root records from nested records of an entity without identity.
    ///
    /// Root records are identified by their position in the source; nested ones have positions
    /// within their owner, which are not unique.
    func separated(_ members: [Int]) -> [[Int]] {
        let nested = members.filter { records[$0].owner != nil }
        guard !nested.isEmpty, nested.count < members.count else { return [members] }
        let hasIdentity = commonCandidates(of: members).contains { choice in
            choice.score >= options.mark
                && !choice.candidates.allSatisfy { $0.fit == .local }
        }
        return hasIdentity ? [members] : [members.filter { records[$0].owner == nil }, nested]
    }

    /// Identifies root records without identity by their position in the source.
    private mutating func choosePosition(_ index: Int, _ choices: [Choice]) {
        let record = records[entities[index].records[0]]
        if entities[index].records.contains(where: { records[$0].owner == nil }) {
            entities[index].identity = .position
        }
        let evidence = record.identity.contradiction ?? missing(in: record.identity)
        entities[index].identityEvidence = evidence ?? "no identity"
        let outcome = "is a part without identity"
        log.decide(
            record.identity.contradiction == nil ? .missingIdentity : .contradiction,
            entities[index].name, outcome,
            evidence ?? "no member identifies its records", confidence: 0.7,
            override: "--id \(entities[index].name)=MEMBER")
        for possible in choices.filter({
            $0.score >= InferenceOptions.leastOffered && !$0.name.isEmpty
        }).prefix(4) {
            log.decide(
                .missingIdentity, entities[index].name, "identified by \(possible.name)",
                possible.candidates[0].evidence, confidence: possible.score, isApplied: false,
                override: "--id \(entities[index].name)=\(possible.name)")
        }
    }

    /// The candidate with the best name that is missing in some records (I1).
    private func missing(in identity: IdentityFinding) -> String? {
        identity.candidates.first { candidate in
            guard case .missing(let share) = candidate.fit else { return false }
            return candidate.isStrong && share >= Threshold.half
        }.map { "'\($0.name)': \($0.evidence)" }
    }

    private func forcedIdentity(of index: Int) -> InferredIdentity? {
        for (entity, attributes) in options.corrections.identities
        where entity == entities[index].name {
            guard !attributes.isEmpty else {
                // Nested records would all get the position of their outermost record.
                return entities[index].records.allSatisfy { records[$0].owner == nil }
                    ? .position : InferredIdentity.none
            }
            return .members(
                attributes.map { attribute in
                    let columns = entities[index].records.flatMap { record in
                        records[record].columns.map { records[record].name(of: $0.path) }
                    }
                    return columns.first {
                        $0.joined(separator: ".") == attribute
                            || AttributeName.of(path: $0) == attribute
                            || AttributeName.identity(
                                key: $0.last ?? "", entity: entities[index].name) == attribute
                    } ?? [attribute]
                })
        }
        return earlierIdentity(of: index)
    }

    /// Returns the identity in the earlier mapping, if the entity has a known path (V5).
    private func earlierIdentity(of index: Int) -> InferredIdentity? {
        let (name, records) = (entities[index].name, entities[index].records)
        guard let base = options.base, let identity = BaseMapping(base).identity(of: name),
            records.contains(where: { earlier?.has(name, at: self.records[$0].node) == true })
        else { return nil }
        // A member that equals the map key identifies instead (M2).
        return identity == .key && records.contains(where: hasKeyMember) ? nil : identity
    }

    private func hasKeyMember(_ record: Int) -> Bool {
        let map = tree[records[record].node].parent.flatMap { tree[$0].map }
        return map?.keyMember != nil
    }

    /// Returns the path of the parent's identity, if that is a single member.
    private func parentIdentity(of record: Int) -> [[String]]? {
        guard let owner = records[record].owner else { return nil }
        let choices = commonCandidates(of: entities[entityOfRecord[owner]].records)
        guard let best = choices.first(where: { $0.score >= options.mark }), !best.paths.isEmpty,
            best.candidates.allSatisfy({ $0.fit != .local })
        else { return nil }
        return records[owner].wrapper.isEmpty ? best.paths : nil
    }
}
