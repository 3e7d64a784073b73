import ObjectGraph

/// Where the relationships that a plan knows lead, entity by entity: mapped ones and connections.
struct ReachMap {
    /// By entity: the relationships that a mapping of its objects fills.
    private let mapped: [[Int]]
    /// By entity: those, and the ones that a connection fills.
    private let edges: [[Int]]
    private let model: ManagedObjectModel

    init(_ plan: MappingPlan) {
        let model = plan.model
        self.model = model
        let mapped = model.layouts.map { layout in
            Set(
                plan.entities.filter { $0.layout.includes(layout.index) }
                    .flatMap(\.relationships).map(\.layout.index))
        }
        self.mapped = mapped.map { $0.sorted() }
        edges = model.layouts.map { layout in
            let connections = plan.connections.filter {
                model.layouts[$0.sourceEntity].includes(layout.index)
            }
            return mapped[layout.index].union(connections.map(\.relationship.index)).sorted()
        }
    }

    /// The entities of the objects that records may be about, beginning with objects of these.
    func nested(in start: Set<Int>) -> Set<Int> { reached(from: start, along: mapped) }

    /// The same, and the entities of the objects that foreign keys lead to.
    func related(to start: Set<Int>) -> Set<Int> { reached(from: start, along: edges) }

    private func reached(from start: Set<Int>, along edges: [[Int]]) -> Set<Int> {
        var reached = start
        var open = Array(start)
        while let entity = open.popLast() {
            for edge in edges[entity] {
                for next in family(of: edge) where reached.insert(next).inserted {
                    open.append(next)
                }
            }
        }
        return reached
    }

    /// By entity: the relationships on a way that may end at objects of these entities.
    func edges(leadingTo goals: Set<Int>) -> [[Int]] {
        var leading = goals
        var count = -1
        while count < leading.count {
            count = leading.count
            for entity in edges.indices
            where edges[entity].contains(where: { !leading.isDisjoint(with: family(of: $0)) }) {
                leading.insert(entity)
            }
        }
        return edges.map { $0.filter { !leading.isDisjoint(with: family(of: $0)) } }
    }

    private func family(of relationship: Int) -> [Int] {
        model.layouts[model.relationships[relationship].destination].family
    }
}

extension MappingPlan {
    /// The entities of the objects that a mapping is about.
    func entities(of mapping: Int) -> Set<Int> {
        if mapping < entities.count { return Set(entities[mapping].layout.family) }
        let dynamic = dynamics[mapping - entities.count]
        return dynamic.matchers.flatMap(\.plans).reduce(into: []) {
            $0.formUnion(entities[$1].layout.family)
        }
    }

    /// The plans of a mapping: itself, or those that a dynamic one chooses from.
    func entityPlans(of mapping: Int) -> [EntityPlan] {
        guard mapping >= entities.count else { return [entities[mapping]] }
        return dynamics[mapping - entities.count].matchers.flatMap(\.plans).map { entities[$0] }
    }

    func name(of mapping: Int) -> String {
        mapping < entities.count
            ? entities[mapping].name : dynamics[mapping - entities.count].name
    }
}

extension RowRequest {
    /// The entities whose objects may be in the answer.
    func entities(in model: ManagedObjectModel) -> Set<Int> {
        includesSubentities ? Set(model.layouts[entity].family) : [entity]
    }
}
