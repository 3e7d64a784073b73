import ObjectGraph

/// The fourth stage: finds foreign keys (K).
struct ConnectionSearch {
    let tree: SchemaTree
    let entities: [TypedEntity]
    /// The connections of earlier payloads.
    let known: [ConnectionCandidate]
    let options: InferenceOptions
    let targets: [Target]

    /// An attribute that foreign keys can refer to.
    struct Target {
        let entity: Int
        let attribute: Int
        let isIdentity: Bool
        let values: ValueSample
        let isText: Bool
        /// Indicates integers from 1 to about their count, which match by chance.
        let isDense: Bool
        let lengths: ClosedRange<Int>
        /// The words of the names that a key can use for the entity.
        let aliases: [[String]]
        /// The joined words of the identity's name: `albumid`; `nil` for a plain `id`.
        let ownName: String?
    }

    init(
        _ entities: [TypedEntity], in tree: SchemaTree, known: [ConnectionCandidate] = [],
        options: InferenceOptions
    ) {
        self.tree = tree
        self.entities = entities
        self.known = known
        self.options = options
        targets = entities.enumerated().flatMap { Self.targets(of: $1, at: $0) }
    }

    private static func targets(of entity: TypedEntity, at number: Int) -> [Target] {
        entity.attributes.indices.compactMap { index in
            let attribute = entity.attributes[index]
            let isIdentity =
                switch entity.identity {
                case .members(let paths):
                    paths.count == 1 && attribute.origin == .member && paths[0] == attribute.path
                case .key: attribute.origin == .key
                case .none, .local, .position: false
                }
            let profile = attribute.profile
            guard isIdentity || isAlternate(attribute, entity) else { return nil }
            let isText = profile.kinds.texts > 0
            return Target(
                entity: number, attribute: index, isIdentity: isIdentity, values: profile.values,
                isText: isText,
                isDense: !isText && profile.numbers.isDense(profile.values.count),
                lengths: profile.keyLengths,
                aliases: entity.aliases.sorted().map(ForeignKeyName.words),
                ownName: ownName(of: attribute, entity, isIdentity: isIdentity))
        }
    }

    /// Tests for an alternate key: a unique text with a name of class C to E.
    private static func isAlternate(_ attribute: TypedAttribute, _ entity: TypedEntity) -> Bool {
        guard attribute.origin == .member, entity.identity != .none, entity.identity != .position,
            let key = attribute.key,
            let letter = IdentityNames.class(of: key, entity: entity.name)?.letter, letter < .f
        else { return false }
        let profile = attribute.profile
        return profile.kinds.texts > 0 && profile.kinds.texts == profile.count
            && profile.values.count == profile.count
    }

    /// Returns the name that foreign keys use for an attribute.
    ///
    /// It is the entity's name with an ending, or for identities any name with an ending
    /// (`service_id` of a calendar).
    private static func ownName(
        of attribute: TypedAttribute, _ entity: TypedEntity, isIdentity: Bool
    ) -> String? {
        guard let key = attribute.key else { return nil }
        let isOwn = IdentityNames.class(of: key, entity: entity.name)?.letter == .b
        return isOwn || isIdentity && ForeignKeyName(key).hasEnding ? NameWords(key).joined : nil
    }

    // MARK: Search

    /// Returns the candidates of each attribute, the best one first.
    func candidates() -> [[ConnectionCandidate]] {
        var all: [[ConnectionCandidate]] = []
        for entity in entities.indices {
            for index in entities[entity].attributes.indices {
                let found = candidates(of: index, in: entity)
                if !found.isEmpty { all.append(found) }
            }
        }
        return all
    }

    private func candidates(of index: Int, in entity: Int) -> [ConnectionCandidate] {
        let attribute = entities[entity].attributes[index]
        guard let source = ForeignKeySource(attribute, tree: tree), let key = attribute.key
        else {
            return []
        }
        guard !isOwnIdentity(attribute, of: entities[entity]) else { return [] }
        let name = ForeignKeyName(key)
        let candidates = targets.compactMap { target -> ConnectionCandidate? in
            guard target.isText == source.isText,
                !(target.entity == entity && target.attribute == index)
            else { return nil }
            let (found, count) = source.values.found(in: target.values)
            guard count > 0,
                let (rule, confidence, reason) = rate(
                    Question(
                        name: name, source: source, target: target, entity: entity,
                        attribute: index, found: found, count: count))
            else { return nil }
            return ConnectionCandidate(
                entity: entity, keys: [(index, target.attribute)], destination: target.entity,
                rule: rule, confidence: confidence, found: found, count: count, reason: reason,
                isList: source.isList,
                hasEnding: name.hasEnding || target.ownName == name.joined)
        }
        guard !candidates.isEmpty else { return byLastStep(of: index, in: entity, source) }
        return candidates.sorted {
            if $0.confidence != $1.confidence { return $0.confidence > $1.confidence }
            let sizes = ($0, $1)
            let left = entities[sizes.0.destination], right = entities[sizes.1.destination]
            let counts = (
                left.attributes[sizes.0.keys[0].destination].profile.values.count,
                right.attributes[sizes.1.keys[0].destination].profile.values.count
            )
            return counts.0 != counts.1 ? counts.0 < counts.1 : left.name < right.name
        }
    }

    private func isOwnIdentity(_ attribute: TypedAttribute, of entity: TypedEntity) -> Bool {
        switch entity.identity {
        case .members(let paths): paths.count == 1 && paths[0] == attribute.path
        case .key, .local: attribute.origin != .member
        case .none, .position: attribute.origin != .member
        }
    }

    /// A possible foreign key and a target.
    struct Question {
        let name: ForeignKeyName
        let source: ForeignKeySource
        let target: Target
        let entity: Int
        let attribute: Int
        let found: Int
        let count: Int

        var share: Double { Double(found) / Double(count) }
    }

    /// Returns the rule, confidence and reason of a connection, or `nil`.
    private func rate(_ question: Question) -> (InferenceRule, Double, String)? {
        let target = question.target
        let isNamed =
            target.aliases.contains(where: question.name.names)
            || target.ownName == question.name.joined
        let isWeaklyNamed = target.aliases.contains(where: question.name.endsIn)
        let answers = [
            isNamed ? strongName(question) : nil,
            isWeaklyNamed ? weakName(question) : nil,
            isNamed || isWeaklyNamed ? nameOnly(question) : nil,
            ownEntity(question), uuid(question), valuesOnly(question), keyOfRole(question),
            dense(question),
        ].compactMap(\.self)
        return answers.max { $0.1 < $1.1 }
    }

    private func strongName(_ question: Question) -> (InferenceRule, Double, String)? {
        guard question.target.isIdentity || question.share >= Threshold.nearlyAll,
            !repeatsIdentity(question)
        else { return nil }
        let hasEnding = question.name.hasEnding || question.target.ownName == question.name.joined
        if !hasEnding {
            guard question.found == question.count, !saysTheSame(question) else { return nil }
            guard question.count >= 2 else {
                return (.namedKey, 0.45, "the name, and one value only")
            }
            return (.namedKey, question.source.isList ? 1 : 0.9, "the name, and all values")
        }
        guard question.found > 0, !namesOtherMember(question) else { return nil }
        return (.namedKey, 0.5 + 0.5 * question.share, "the name")
    }

    /// Tests whether the key's ending is a different member of the target.
    ///
    /// The `team_code` of a player refers to the `code` of a team, not to its `id`.
    private func namesOtherMember(_ question: Question) -> Bool {
        guard let ending = question.name.ending, question.share < Threshold.nearlyAll else {
            return false
        }
        return entities[question.target.entity].attributes.enumerated().contains {
            index, attribute in
            index != question.target.attribute && attribute.path == [ending]
        }
    }

    private func weakName(_ question: Question) -> (InferenceRule, Double, String)? {
        guard question.target.isIdentity,
            question.share >= Threshold.some
                || question.found > 0 && question.name.hasEnding && !question.target.isDense
        else { return nil }
        guard
            question.name.hasEnding
                || question.share >= Threshold.nearlyAll && question.count >= 2
                    && !question.target.isDense
        else { return nil }
        return (.endingOfKey, 0.4 + 0.5 * question.share, "the last words of the name")
    }

    private func nameOnly(_ question: Question) -> (InferenceRule, Double, String)? {
        guard question.target.isIdentity, question.name.hasEnding, fitsLength(question) else {
            return nil
        }
        if question.found > 0, question.target.isDense { return nil }
        guard !isElsewhere(question) else { return nil }
        // The `tableColumnId` of a column is not a self-reference.
        guard question.target.entity != question.entity || question.name.refersToSelf else {
            return nil
        }
        let isSparse = question.target.isText || !question.target.isDense
        return (.nameAlone, isSparse || options.opensDenseKeys ? 0.6 : 0.5, "the name only")
    }

    /// Tests whether all values are identities of other entities, and none of the target.
    private func isElsewhere(_ question: Question) -> Bool {
        question.found == 0
            && targets.contains { target in
                guard target.isIdentity, !target.isDense, target.isText == question.target.isText
                else { return false }
                let (found, count) = question.source.values.found(in: target.values)
                return found == count
            }
    }

    private func fitsLength(_ question: Question) -> Bool {
        let target = question.target.lengths
        let source = question.source.lengths
        return source.lowerBound >= target.lowerBound - 2
            && source.upperBound <= target.upperBound + 2
    }

    private func ownEntity(_ question: Question) -> (InferenceRule, Double, String)? {
        guard question.target.entity == question.entity, question.target.isIdentity,
            question.name.refersToSelf, question.share >= Threshold.some
        else { return nil }
        return (.selfReference, 0.8, "another object of the same entity")
    }

    private func uuid(_ question: Question) -> (InferenceRule, Double, String)? {
        guard question.source.isUUID, question.target.isIdentity,
            question.share >= Threshold.largeMajority
        else {
            return nil
        }
        return (.foundUUIDs, 0.8, "UUIDs")
    }

    private func valuesOnly(_ question: Question) -> (InferenceRule, Double, String)? {
        guard question.count >= 10, question.source.isText || !question.target.isDense else {
            return nil
        }
        guard question.share >= Threshold.half,
            question.source.isText || question.share >= Threshold.nearlyAll
        else {
            return nil
        }
        guard
            question.target.entity != question.entity || question.name.refersToSelf
                || question.source.isText && !repeatsIdentity(question)
        else { return nil }
        guard question.share >= Threshold.nearlyAll, !saysTheSame(question) else {
            return (.foundValues, 0.45, "values only")
        }
        guard !isMutual(question) else {
            return (.foundValues, 0.45, "values only, which identify both entities")
        }
        return (.foundValues, 0.6, "values only")
    }

    /// Tests whether the target could as well refer to the source: both are keys of one set.
    private func isMutual(_ question: Question) -> Bool {
        targets.contains {
            $0.entity == question.entity && $0.attribute == question.attribute
        }
    }

    /// Tests for a value that duplicates its own entity's identity, being nearly as frequent.
    private func repeatsIdentity(_ question: Question) -> Bool {
        question.target.entity == question.entity && !question.name.refersToSelf
            && 10 * question.count >= 9 * question.target.values.count
    }

    /// Rates keys named after a role, such as `assignee_id`, whose values only one entity has.
    ///
    /// The values are long numbers or texts.
    private func keyOfRole(_ question: Question) -> (InferenceRule, Double, String)? {
        let isRole = NameWords(words: question.name.words).isRoleWord
        guard question.name.hasEnding, question.target.isIdentity,
            question.count >= (isRole ? 1 : 2),
            question.found == question.count, question.target.entity != question.entity,
            question.source.lengths.lowerBound >= 7, !saysTheSame(question)
        else { return nil }
        let rivals = targets.count { target in
            let (found, count) = question.source.values.found(in: target.values)
            return target.isIdentity && target.isText == question.target.isText && found == count
        }
        return rivals == 1 ? (.foundValues, 0.6, "a key, all of whose values are found") : nil
    }

    /// Tests whether nested records already relate the two entities.
    private func saysTheSame(_ question: Question) -> Bool {
        relates(question.entity, to: question.target.entity)
            || relates(question.target.entity, to: question.entity)
    }

    private func relates(_ entity: Int, to destination: Int) -> Bool {
        entities[entity].relationships.contains { $0.destination == destination }
            || known.contains { $0.entity == entity && $0.destination == destination }
    }

    private func dense(_ question: Question) -> (InferenceRule, Double, String)? {
        guard question.target.isDense, question.target.isIdentity, !question.source.isText,
            question.count >= 20, question.found == question.count,
            question.target.entity != question.entity
        else { return nil }
        return (.chance, 0.45, "values only, which match by chance")
    }
}
