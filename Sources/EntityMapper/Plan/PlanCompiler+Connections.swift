import ConnectionEvaluation
import ObjectGraph

extension PlanCompiler {
    /// Compiles a connection and reports its problems.
    mutating func compile(
        _ connection: ConnectionDescription, of mapping: EntityMapping, _ layout: EntityLayout
    ) {
        var compiler = ConnectionCompiler(connection, model)
        let plan = compiler.compile(for: layout)
        for problem in compiler.problems {
            if problem.concernsPredicate {
                report(.predicate, mapping, nil, problem.message)
            } else {
                report(.connection, mapping, connection.relationship, problem.message)
            }
        }
        guard let plan, !add(plan) else { return }
        report(
            .connection, mapping, connection.relationship,
            "the connection of '\(connection.relationship)': another connection fills this "
                + "relationship already; keep one of them")
    }

    /// Returns the types of attributes that connections of the set compare with array elements.
    func keyTypes(of attribute: String, _ layout: EntityLayout) -> Set<AttributeType> {
        var types: Set<AttributeType> = []
        for connection in connectionsByKey[attribute, default: []] {
            guard let source = model.layout(named: connection.entity),
                source.includes(layout.index) || layout.includes(source.index),
                let relationship = model.relationship(
                    named: connection.relationship, of: source.index)
            else { continue }
            let destination = model.layouts[relationship.destination]
            for key in connection.keys where key.source == attribute {
                guard let slot = destination.slotIndexes[key.destination],
                    let other = destination.slots[slot].attribute
                else { continue }
                types.insert(other.type)
            }
        }
        return types
    }

    /// Reports key paths and predicates that depend on the relationship they fill.
    mutating func checkConnectionPaths() {
        for (connection, reason) in connections.cyclic() {
            let mapping = mappings.mappings.first {
                $0.connections.contains { $0.target == connection.description.target }
            }
            report(.connection, mapping, connection.relationship.name, reason)
        }
    }
}
