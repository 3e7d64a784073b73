import ObjectGraph
import Payload

/// What a payload leaves open: of which objects nobody can say that they are not in it.
struct KnowledgeGaps {
    /// What is open, and the entities of the objects it may be about.
    private var gaps: [(refusal: OrphanRefusal, entities: Set<Int>)] = []
    /// The entities of the objects that the root paths may lead to.
    private var mapped: Set<Int> = []

    init(_ session: MappingSession, _ reach: ReachMap) {
        let plan = session.plan
        for (index, root) in plan.roots.enumerated() {
            let entities = plan.entities(of: root.mapping)
            mapped.formUnion(reach.related(to: entities))
            guard let refusal = session.refusal(ofRoot: index) else { continue }
            gaps.append((refusal, reach.nested(in: entities)))
        }
        for mapping in session.unidentifiedMappings().sorted() {
            let refusal = OrphanRefusal.unidentifiedRecords(mapping: plan.name(of: mapping))
            gaps.append((refusal, reach.nested(in: plan.entities(of: mapping))))
        }
    }

    /// Why nothing can be said about objects of some entities; empty if something can.
    func refusals(for entities: Set<Int>, named name: String) -> [OrphanRefusal] {
        guard !mapped.isDisjoint(with: entities) else { return [.unmappedEntity(name)] }
        return gaps.filter { !$0.entities.isDisjoint(with: entities) }.map(\.refusal)
    }
}

extension MappingSession {
    /// Why what is at a root path does not tell which objects there are.
    fileprivate func refusal(ofRoot index: Int) -> OrphanRefusal? {
        let root = plan.roots[index]
        let place = rootPlaces[index]
        let tape = document.tape
        guard place != Self.absent, !tape.isNull(at: place) else { return .missingRoot(root.path) }
        let isEmpty = tape.isContainer(at: place) && tape.count(at: place) == 0
        if isEmpty, tape.isObject(at: place), !plan.forcesCollection(root.mapping) {
            return .emptyRoot(root.path)
        }
        let isMapped = rootRecords[index].contains { record in
            let record = records[Int(record)]
            return record.object >= 0 && (!record.hasFailed || record.isUnmodified)
        }
        guard isMapped || isEmpty else { return .nothingMapped(root.path) }
        return tape.leadsOnEverywhere(root.path) ? nil : .missingRoot(root.path)
    }

    /// The mappings with records, or what should have been some, that do not say which object they
    /// are about.
    fileprivate func unidentifiedMappings() -> Set<Int> {
        var mappings = unreadMappings
        for record in records {
            if record.object < 0, record.hasFailed { mappings.insert(Int(record.plan)) }
            let plan = plan(of: record)
            let first = record.firstPlace + plan.attributes.count
            for (number, relationship) in plan.relationships.enumerated()
            where Int(places[first + number]) == Self.misfit {
                mappings.insert(relationship.mapping)
            }
        }
        return mappings
    }
}

extension PayloadTape {
    /// Whether a path of keys has a value in each element of the arrays on its way.
    ///
    /// Of other paths nobody can tell.
    fileprivate func leadsOnEverywhere(_ path: PayloadPath) -> Bool {
        guard path.components.allSatisfy({ $0.kind == .key }) else { return true }
        return leadsOnEverywhere(path.components[...], from: 0)
    }

    private func leadsOnEverywhere(
        _ steps: ArraySlice<PayloadPathComponent>, from place: Int
    ) -> Bool {
        guard let step = steps.first else { return !isNull(at: place) }
        if isObject(at: place) {
            return find(step.utf8, inObjectAt: place).map {
                leadsOnEverywhere(steps.dropFirst(), from: $0)
            } ?? false
        }
        guard isArray(at: place) else { return false }
        var element = firstChild(of: place)
        while element < end(of: place) {
            guard leadsOnEverywhere(steps, from: element) else { return false }
            element = next(after: element)
        }
        return true
    }
}
