import MercatorPayload
import ObjectGraph
import OrphanDetection

/// The parts of a payload that are unknown, so that the absence of objects from it proves nothing.
struct KnowledgeGaps {
    /// The gaps, each with the entities of the objects it may concern.
    private var gaps: [(refusal: OrphanRefusal, entities: Set<Int>)] = []
    /// The entities of the objects reachable from the root paths.
    private var mapped: Set<Int> = []

    /// Creates the value for no payload at all.
    init() {}

    /// Determines the gaps.
    ///
    /// - Parameters:
    ///   - graph: The records of the payload.
    ///   - unreadMappings: The mappings with representations that could not be read.
    ///   - reach: The entities that records of each mapping reach.
    init(_ graph: RecordGraph, _ unreadMappings: Set<Int>, _ reach: ReachMap) {
        let plan = graph.plan
        for (index, root) in plan.roots.enumerated() {
            let entities = plan.entities(of: root.mapping)
            mapped.formUnion(reach.related(to: entities))
            guard let refusal = graph.refusal(ofRoot: index) else { continue }
            gaps.append((refusal, reach.nested(in: entities)))
        }
        for mapping in graph.unidentifiedMappings(unreadMappings).sorted() {
            let refusal = OrphanRefusal.unidentifiedRecords(mapping: plan.name(of: mapping))
            gaps.append((refusal, reach.nested(in: plan.entities(of: mapping))))
        }
    }

    /// Adds the gaps of a further payload of the same plan.
    mutating func add(_ other: KnowledgeGaps) {
        for gap in other.gaps where !gaps.contains(where: { $0.refusal == gap.refusal }) {
            gaps.append(gap)
        }
        mapped.formUnion(other.mapped)
    }

    /// Returns the reasons why the payload does not determine the absent objects of some entities.
    ///
    /// The result is empty if it determines them.
    func refusals(for entities: Set<Int>, named name: String) -> [OrphanRefusal] {
        guard !mapped.isDisjoint(with: entities) else { return [.unmappedEntity(name)] }
        return gaps.filter { !$0.entities.isDisjoint(with: entities) }.map(\.refusal)
    }
}

extension RecordGraph {
    /// Returns the reason why the value at a root path does not determine which objects exist.
    fileprivate func refusal(ofRoot index: Int) -> OrphanRefusal? {
        let root = plan.roots[index]
        let tape = document.tape
        guard let position = roots[index].index?.position, !tape.isNull(at: position) else {
            return .missingRoot(root.path)
        }
        let isEmpty = tape.isContainer(at: position) && tape.count(at: position) == 0
        if isEmpty, tape.isObject(at: position), !plan.forcesCollection(root.mapping) {
            return .emptyRoot(root.path)
        }
        let isMapped = roots[index].records.contains { index in
            let record = records[index]
            return record.object != nil && (!record.hasFailed || record.isUnmodified)
        }
        guard isMapped || isEmpty else { return .nothingMapped(root.path) }
        return tape.leadsOnEverywhere(root.path) ? nil : .missingRoot(root.path)
    }

    /// Returns the mappings with records or invalid representations without identification.
    fileprivate func unidentifiedMappings(_ unreadMappings: Set<Int>) -> Set<Int> {
        var mappings = unreadMappings
        for record in records.elements {
            if record.object == nil, record.hasFailed { mappings.insert(record.plan.position) }
            let plan = plan(of: record)
            for (role, relationship) in plan.relationships.enumerated()
            where field(plan.path(ofRelationship: role), of: record) == .mismatch {
                mappings.insert(relationship.mapping)
            }
        }
        return mappings
    }
}

extension PayloadTape {
    /// Tests whether a path of keys has a value in each element of the arrays along it.
    ///
    /// For paths where this cannot be determined, the result is `true`.
    fileprivate func leadsOnEverywhere(_ path: PayloadPath) -> Bool {
        guard path.components.allSatisfy({ $0.kind == .key }) else { return true }
        return leadsOnEverywhere(path.components[...], from: 0)
    }

    private func leadsOnEverywhere(
        _ steps: ArraySlice<PayloadPathComponent>, from position: Int
    ) -> Bool {
        guard let step = steps.first else { return !isNull(at: position) }
        if isObject(at: position) {
            return find(step.utf8, inObjectAt: position).map {
                leadsOnEverywhere(steps.dropFirst(), from: $0)
            } ?? false
        }
        guard isArray(at: position) else { return false }
        var element = firstChild(of: position)
        while element < end(of: position) {
            guard leadsOnEverywhere(steps, from: element) else { return false }
            element = next(after: element)
        }
        return true
    }
}
