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
