import MappingFiles

/// The third stage: the entities with their identities, attributes and relationships.
struct EntityDrafting {
    let tree: PlaceTree
    let records: [Record]
    let traits: [RecordTraits]
    let options: InferenceOptions
    var drafts: [EntityDraft] = []
    /// The entity of each record.
    private(set) var entityOfRecord: [Int] = []
    private(set) var log = DecisionLog()
    private let recognizing: [Int: Set<String>]

    init(merging: EntityMerging, clusters: [[Int]]) {
        tree = merging.tree
        records = merging.records
        traits = merging.traits
        options = merging.options
        recognizing = merging.recognizing
        drafts = clusters.map { EntityDraft(records: $0) }
        entityOfRecord = Array(repeating: 0, count: records.count)
        for (index, members) in clusters.enumerated() {
            for member in members { entityOfRecord[member] = index }
        }
        let naming = EntityNaming(tree: tree, records: records, traits: traits, options: options)
        for (index, name) in naming.names(of: clusters).enumerated() { drafts[index].name = name }
    }

    /// Puts the entities together.
    mutating func draft() {
        for index in drafts.indices {
            drafts[index].aliases = aliases(of: drafts[index])
            chooseIdentity(of: index)
        }
        for index in drafts.indices { addAttributes(to: index) }
        addFamilies()
        addRelationships()
    }

    private func aliases(of draft: EntityDraft) -> Set<String> {
        Set(
            [draft.name]
                + draft.records.flatMap { record in
                    records[record].share == .linked || records[record].share == .all
                        ? Array(traits[record].nouns.prefix(1)) : []
                })
    }

    // MARK: Identity

    private mutating func chooseIdentity(of index: Int) {
        let members = drafts[index].records
        if let forced = forcedIdentity(of: index) {
            drafts[index].identity = forced
            drafts[index].identityEvidence = "decided before"
            return
        }
        let first = members[0]
        guard records[first].share != .link else { return }
        let choices = commonCandidates(of: members)
        guard
            let best = choices.first(where: {
                $0.score >= min(0.6, max(options.confidence, 0)) - 1e-9
            })
        else {
            return choosePosition(index, choices.first)
        }
        let candidates = best.candidates
        drafts[index].identityEvidence =
            candidates.max { $0.table.present < $1.table.present }?.evidence ?? ""
        drafts[index].identityConfidence = best.score
        if candidates.contains(where: { $0.fit == .local }) {
            guard let parent = parentIdentity(of: first) else { return choosePosition(index, best) }
            drafts[index].identity = .local(parent)
        } else if candidates.allSatisfy(\.isKey) {
            drafts[index].identity = .key
        } else {
            drafts[index].identity = .members(best.paths)
        }
        log.decide(
            rule(of: candidates[0]), drafts[index].name,
            "is identified by \(best.name.isEmpty ? "the key of the map" : best.name)",
            drafts[index].identityEvidence, confidence: best.score,
            override: "--id \(drafts[index].name)=none",
            rivals: choices.dropFirst().prefix(4).map {
                InferenceDecision.Rival(
                    outcome: $0.name, confidence: $0.score, reason: $0.candidates[0].evidence)
            })
        for member in members {
            guard case .shared(let unions)? = candidates.first?.fit, member == first else {
                continue
            }
            for column in unions where tree[records[member].place].columns.indices.contains(column)
            {
                log.decide(
                    "I3", tree.text(of: tree[records[member].place].columns[column]),
                    "is united over repeats", "lists differ in repeats of one object",
                    confidence: 0.8, override: "--id \(drafts[index].name)=none")
            }
        }
    }

    private func rule(of candidate: IdentityCandidate) -> String {
        switch candidate.fit {
        case .unique: candidate.paths.count > 1 ? "I9" : "I2"
        case .shared: "I3"
        case .link: "I4"
        case .local: "I5"
        case .contradiction: "I6"
        case .missing: "I1"
        }
    }

    /// A candidate that all records of an entity have (I7).
    struct Choice {
        let name: String
        let paths: [[String]]
        let score: Double
        let candidates: [IdentityCandidate]
    }

    private func commonCandidates(of members: [Int]) -> [Choice] {
        let first = records[members[0]]
        let all = members.map { records[$0].identity.candidates.filter(\.isUsable) }
        var choices: [Choice] = []
        for candidate in all[0] {
            let name = name(of: candidate, first)
            let matching = zip(members, all).compactMap { member, candidates in
                candidates.first { self.name(of: $0, records[member]) == name }
            }
            guard matching.count == members.count else { continue }
            var score = matching.map(\.score).max() ?? 0
            if members.contains(where: { recognizing[$0]?.contains(name) == true }) {
                score = max(score, 0.8)
            }
            choices.append(
                Choice(
                    name: name, paths: candidate.paths.map { first.name(of: $0) },
                    score: score + (isReferredTo(candidate) ? 0.05 : 0), candidates: matching))
        }
        return choices.enumerated().sorted {
            ($1.element.score, $0.offset) < ($0.element.score, $1.offset)
        }.map(\.element)
    }

    private func name(of candidate: IdentityCandidate, _ record: Record) -> String {
        candidate.paths.map { record.name(of: $0).joined(separator: ".") }.joined(separator: "+")
    }

    /// Rule I8: a list or a key elsewhere names its values.
    private func isReferredTo(_ candidate: IdentityCandidate) -> Bool {
        guard let letter = candidate.class?.letter, letter > .c, candidate.places.count == 1 else {
            return false
        }
        let values = tree[candidate.places[0]].values
        return records.contains { record in
            record.columns.contains { column in
                guard column.form == .list, let element = tree.element(of: column.place) else {
                    return false
                }
                let (found, count) = tree[element].values.found(in: values)
                return count >= 2 && 100 * found >= 95 * count
            }
        }
    }

    /// Records at the top without identity are identified by their position in the source.
    private mutating func choosePosition(_ index: Int, _ possible: Choice?) {
        let record = records[drafts[index].records[0]]
        if drafts[index].records.contains(where: { records[$0].owner == nil }) {
            drafts[index].identity = .position
        }
        drafts[index].identityEvidence = record.identity.contradiction ?? "no identity"
        let outcome = "is a part without identity"
        log.decide(
            record.identity.contradiction == nil ? "I1" : "I6", drafts[index].name, outcome,
            record.identity.contradiction ?? "no member identifies its records", confidence: 0.7,
            override: "--id \(drafts[index].name)=MEMBER")
        if let possible, possible.score >= 0.4 {
            log.decide(
                "I1", drafts[index].name, "identified by \(possible.name)",
                possible.candidates[0].evidence, confidence: possible.score, isApplied: false,
                override: "--id \(drafts[index].name)=\(possible.name)")
        }
    }

    private func forcedIdentity(of index: Int) -> EntityDraft.Identity? {
        for (entity, attributes) in options.corrections.identities
        where entity == drafts[index].name {
            guard !attributes.isEmpty else {
                return drafts[index].records.contains { records[$0].owner == nil }
                    ? .position : EntityDraft.Identity.none
            }
            return .members(
                attributes.map { attribute in
                    let columns = drafts[index].records.flatMap { record in
                        records[record].columns.map { records[record].name(of: $0.path) }
                    }
                    return columns.first {
                        $0.joined(separator: ".") == attribute
                            || AttributeName.of(path: $0) == attribute
                            || AttributeName.identity(
                                key: $0.last ?? "", entity: drafts[index].name) == attribute
                    } ?? [attribute]
                })
        }
        guard let base = options.base,
            let earlier = EarlierMapping(base).identity(of: drafts[index].name)
        else { return nil }
        return switch earlier {
        case .none: EntityDraft.Identity.none
        case .key: .key
        case .position: .position
        case .members(let paths): .members(paths)
        case .local(let paths): .local(paths)
        }
    }

    /// The keys from the parent's object to its identity, if it has one member.
    private func parentIdentity(of record: Int) -> [[String]]? {
        guard let owner = records[record].owner else { return nil }
        let choices = commonCandidates(of: drafts[entityOfRecord[owner]].records)
        guard let best = choices.first(where: { $0.score >= 0.6 }), !best.paths.isEmpty,
            best.candidates.allSatisfy({ $0.fit != .local })
        else { return nil }
        return records[owner].wrapper.isEmpty ? best.paths : nil
    }

    // MARK: Attributes

    private mutating func addAttributes(to index: Int) {
        var drafts: [[String]: AttributeDraft] = [:]
        let members = self.drafts[index].records
        let omissions = omissions(in: self.drafts[index])
        for member in members {
            let record = records[member]
            for column in record.columns {
                let path = record.name(of: column.path)
                if let omission = omissions[path] {
                    log.leave(
                        tree.text(of: column.place), tree[column.place].count, omission.reason,
                        omission.explanation)
                } else if drafts[path] == nil {
                    drafts[path] = AttributeDraft(
                        path: path, columns: [(member, column)], profile: tree[column.place])
                } else {
                    drafts[path]?.columns.append((member, column))
                    drafts[path]?.profile.merge(tree[column.place])
                }
            }
        }
        self.drafts[index].attributes = limited(Array(drafts.values)).sorted {
            $0.path.joined(separator: "\u{0}") < $1.path.joined(separator: "\u{0}")
        }
        addComputedAttributes(to: index)
    }

    /// The greatest number of attributes of an entity (X1).
    private static let attributeLimit = 1000

    /// Keeps the attributes that most records have, up to the limit.
    private mutating func limited(_ attributes: [AttributeDraft]) -> [AttributeDraft] {
        guard attributes.count > Self.attributeLimit else { return attributes }
        let ranked = attributes.sorted {
            let (left, right) = (
                $0.profile.count - $0.profile.kinds.nulls, $1.profile.count - $1.profile.kinds.nulls
            )
            return left != right
                ? left > right
                : $0.path.joined(separator: "\u{0}") < $1.path.joined(separator: "\u{0}")
        }
        for attribute in ranked.dropFirst(Self.attributeLimit) {
            guard let place = attribute.columns.first?.column.place else { continue }
            log.leave(
                tree.text(of: place), attribute.profile.count, .limit,
                "an entity has at most \(Self.attributeLimit) attributes")
        }
        return Array(ranked.prefix(Self.attributeLimit))
    }

    /// The members that are not mapped at any place, because one place tells that they repeat an
    /// identity (I10) or the order of the records (I4).
    private func omissions(
        in draft: EntityDraft
    ) -> [[String]: (reason: Leftover.Reason, explanation: String)] {
        var omissions: [[String]: (reason: Leftover.Reason, explanation: String)] = [:]
        for member in draft.records {
            let record = records[member]
            for (path, twin) in TwinRule(tree: tree).twins(in: record) {
                omissions[record.name(of: path)] = (.twin, "the same as \(PathText.text(twin))")
            }
            for column in record.columns where isPosition(column, of: record, in: draft) {
                omissions[record.name(of: column.path)] = (.position, "the order of the records")
            }
        }
        return omissions
    }

    private func isPosition(_ column: Column, of record: Record, in draft: EntityDraft) -> Bool {
        guard let key = column.path.last, IdentityFinder.isPosition(key), record.form == .list,
            draft.identity != .none, draft.identity != .position,
            let best = record.identity.best,
            let index = tree[record.place].columns.firstIndex(of: column.place)
        else { return false }
        return column.form != .scalar
            || best.table.differing.indices.contains(index) && best.table.differing[index] > 0
    }

    /// The attribute that has the identity of the parent as a member already.
    private func foreignKey(named name: String, in entity: Int) -> AttributeDraft? {
        drafts[entity].attributes.first {
            $0.origin == .member && $0.path.count == 1 && AttributeName.of(path: $0.path) == name
        }
    }

    /// The attributes whose values are no members: keys of maps, parents' identities, positions.
    private mutating func addComputedAttributes(to index: Int) {
        let members = drafts[index].records
        func append(_ origin: AttributeDraft.Origin, _ path: [String], _ profile: PlaceProfile) {
            drafts[index].attributes.append(
                AttributeDraft(path: path, columns: [], profile: profile, origin: origin))
        }
        for member in members {
            let record = records[member]
            guard record.form == .map || record.form == .lookup,
                let map = tree[record.place].parent, let keys = tree[map].keys,
                tree[map].map?.keyMember == nil
            else { continue }
            append(.key, ["key"], keys.profile)
            break
        }
        switch drafts[index].identity {
        case .local(let paths):
            guard let owner = records[members[0]].owner else { return }
            for path in paths {
                let name = AttributeName.identity(
                    key: path.last ?? "id", entity: drafts[entityOfRecord[owner]].name)
                if foreignKey(named: name, in: index) != nil { continue }
                let place = records[owner].columns.first { $0.path == path }?.place
                append(.parent(path), [name], place.map { tree[$0] } ?? tree[records[owner].place])
            }
        case .position:
            append(.sourceName, ["sourceName"], tree[records[members[0]].place])
            if drafts[index].name != "Document" || records[members[0]].form != .single {
                append(.position, ["position"], tree[records[members[0]].place])
            }
        case .none, .members, .key: break
        }
    }
}

extension KeyStatistics {
    /// The keys as the values of a place.
    var profile: PlaceProfile {
        var profile = PlaceProfile(step: .member("key"), parent: nil)
        profile.count = count
        profile.texts = texts
        profile.numbers = numbers
        profile.examples = examples
        profile.values = values
        if areIntegers { profile.kinds.integers = count } else { profile.kinds.texts = count }
        return profile
    }
}

/// Rule I10: a text that repeats a number beside it (`id_str`).
struct TwinRule {
    let tree: PlaceTree

    /// The path of each twin in a record, with that of the value it repeats.
    func twins(in record: Record) -> [[String]: [String]] {
        var twins: [[String]: [String]] = [:]
        for column in record.columns where column.form == .scalar {
            guard let key = column.path.last, key.lowercased().hasSuffix("str") else { continue }
            let base = key.dropLast(key.hasSuffix("_str") ? 4 : 3)
            let path = Array(column.path.dropLast()) + [String(base)]
            guard
                let other = record.columns.first(where: { $0.path == path && $0.form == .scalar }),
                tree[other.place].values.hashes == tree[column.place].values.hashes
            else { continue }
            if tree[other.place].kinds.bigIntegers > 0 {
                twins[other.path] = column.path
            } else {
                twins[column.path] = other.path
            }
        }
        return twins
    }
}
