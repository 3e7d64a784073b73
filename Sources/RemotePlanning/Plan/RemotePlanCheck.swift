import EntityMapper
import HTTPValues
import MercatorPayload
import ObjectGraph

/// The check of a description, which collects all problems.
struct RemotePlanCheck {
    let server: RemoteDescription
    let plan: MappingPlan
    private(set) var problems: [RemoteProblem] = []

    init(_ server: RemoteDescription, _ plan: MappingPlan) {
        self.server = server
        self.plan = plan
    }

    mutating func report(
        _ code: RemoteProblem.Code, _ subject: some CustomStringConvertible, _ message: String
    ) {
        problems.append(
            RemoteProblem(code: code, subject: subject.description, message: message))
    }

    /// Checks the base and the fields of all requests; returns the base if it is valid.
    mutating func checkServer() -> BaseURL? {
        var reasons: [String] = []
        let base = BaseURL(server.base, &reasons)
        for reason in reasons { report(.base, "base", reason) }
        check(server.headers, of: "server")
        return base
    }

    mutating func check(_ headers: HeaderFields, of subject: some CustomStringConvertible) {
        for field in headers.fields {
            if let problem = HeaderRules.problem(field.name, field.value) {
                report(.header, subject, problem)
            }
        }
    }

    mutating func check(
        _ pattern: PathPattern?, _ methods: MethodSet, of subject: some CustomStringConvertible
    ) {
        for problem in pattern?.problems ?? [] { report(.pattern, subject, problem) }
        if methods.methods?.isEmpty == true {
            report(.methods, subject, "the set of methods is empty; use .any for all")
        }
    }

    mutating func entity(
        _ name: String, of subject: some CustomStringConvertible
    ) -> EntityDescription? {
        if let entity = plan.model[name] { return entity }
        let names = plan.model.entities.map(\.name)
        report(
            .entity, subject,
            "the model has no entity '\(name)'" + Suggestion.text(for: name, among: names))
        return nil
    }

    mutating func hasMapping(_ name: String, of subject: some CustomStringConvertible) -> Bool {
        let names =
            plan.mappings.mappings.map(\.name) + plan.mappings.dynamicMappings.map(\.name)
        if names.contains(name) { return true }
        report(
            .mapping, subject,
            "no mapping is named '\(name)'" + Suggestion.text(for: name, among: names))
        return false
    }

    /// Reports all pairs that apply equally well to some request.
    mutating func reportAmbiguous<Part: CustomStringConvertible>(
        _ parts: [Part], _ areEqual: (Part, Part) -> Bool
    ) {
        for (index, part) in parts.enumerated() {
            for other in parts[..<index] where areEqual(part, other) {
                report(
                    .ambiguous, part,
                    "'\(other)' applies equally well to the same requests; remove one of them, or "
                        + "give one fewer methods")
            }
        }
    }
}

/// Routes.
extension RemotePlanCheck {
    mutating func checkRoutes() {
        for route in server.routes { check(route) }
        reportAmbiguous(server.routes) { route, other in
            guard route.target == other.target else { return false }
            if case .named = route.target { return true }
            return route.methods.rank == other.methods.rank
                && route.methods.overlaps(other.methods)
        }
    }

    private mutating func check(_ route: Route) {
        check(route.pattern, route.methods, of: route)
        if PayloadNode(.dictionary(route.query)) == nil {
            report(.query, route, "the query contains an infinite number; leave it out")
        }
        switch route.target {
        case .entity(let name):
            if let entity = entity(name, of: route) { checkParameters(of: route, entity) }
        case .relationship(let relationship, let name):
            guard let entity = entity(name, of: route) else { return }
            checkParameters(of: route, entity)
            guard entity.relationship(named: relationship) == nil else { return }
            let names = entity.relationships.map(\.name)
            report(
                .relationship, route,
                "\(name) has no relationship '\(relationship)'"
                    + Suggestion.text(for: relationship, among: names))
        case .named:
            guard route.methods.methods?.count != 1 else { return }
            report(
                .methods, route,
                "expected one method, since a name determines a request; "
                    + "add a route with another name for each further method")
        }
    }

    private mutating func checkParameters(of route: Route, _ entity: EntityDescription) {
        for name in route.pattern.parameters {
            var problem = ""
            guard AttributePath(name, of: entity, in: plan.model, &problem) == nil else { continue }
            report(.parameter, route, "':\(name)': \(problem)")
        }
    }
}
