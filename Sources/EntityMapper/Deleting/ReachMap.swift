import ObjectGraph

/// Where the relationships that a plan knows lead, entity by entity: mapped ones and connections.
struct ReachMap {
    /// By entity: the relationships that a mapping or a connection of its objects fills.
    private let edges: [[Int]]
    private let model: ManagedObjectModel

    init(_ plan: MappingPlan) {
        let model = plan.model
        self.model = model
        edges = model.layouts.map { layout in
            var found: Set<Int> = []
            for entity in plan.entities where entity.layout.includes(layout.index) {
                found.formUnion(entity.relationships.map(\.layout.index))
            }
            for connection in plan.connections
            where model.layouts[connection.sourceEntity].includes(layout.index) {
                found.insert(connection.relationship.index)
            }
            return found.sorted()
        }
    }

    /// Every entity whose objects may be met on the way from objects of these.
    func entities(from start: some Sequence<Int>) -> Set<Int> {
        var reached = Set(start)
        var open = Array(reached)
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
