import ConnectionEvaluation
import ObjectGraph

/// The relationships in a plan, mapped or connected, as edges between entities.
struct ReachMap {
    /// The mapped relationships, by source entity.
    private let mapped: [[Int]]
    /// The mapped and connected relationships, by source entity.
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

    /// Returns the entities reachable through mapped relationships.
    func nested(in start: Set<Int>) -> Set<Int> { reached(from: start, along: mapped) }

    /// Returns the entities reachable through mapped and connected relationships.
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

    /// Returns the relationships on paths to objects of the given entities, by source entity.
    func edges(leadingTo goals: Set<Int>) -> [[Int]] {
        var leading = goals
        var count: Int?
        while count != leading.count {
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

extension RowRequest {
    /// Returns the entities of the objects that the request can return.
    func entities(in model: ManagedObjectModel) -> Set<Int> {
        includesSubentities ? Set(model.layouts[entity].family) : [entity]
    }
}
