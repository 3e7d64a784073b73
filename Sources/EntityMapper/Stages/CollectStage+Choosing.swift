import MercatorPayload
import ObjectGraph

/// The selection of the plan of a representation, which a dynamic mapping makes once for each.
extension CollectStage {
    /// The plan that is finally selected for a representation.
    struct ChosenPlan {
        let number: PlanIndex
        /// The index of the attribute if the representation is an identifier instead of an object.
        var identifier: Int?
        /// The override of an earlier attempt.
        var mappingOverride: MappingOverride?
    }

    /// The result of selecting a plan.
    enum Choice<Plan> {
        case plan(Plan)
        /// A matcher declined the representation.
        case declined
        /// The representation is unknown or invalid, and an issue has been reported.
        case unknown
    }

    /// Selects the plan of a representation.
    ///
    /// A dynamic mapping is applied first, then the override of an earlier attempt.
    ///
    /// - Throws: ``MappingError`` if the failure policy requires it.
    mutating func choosePlan(
        for candidate: inout Candidate, _ edge: Edge
    ) throws -> Choice<ChosenPlan> {
        let original = candidate.representation
        var number: PlanIndex
        if let known = input.plan.entityPlan(at: edge.mapping) {
            number = known
        } else {
            guard try transform(&candidate, by: edge.mapping, edge) else { return .unknown }
            switch try matchPlan(for: candidate, edge) {
            case .plan(let chosen): number = chosen
            case .declined: return .declined
            case .unknown: return .unknown
            }
        }
        let mappingOverride = decisions.mappingOverride(of: original, plan: number, in: graph)
        if let mappingOverride {
            guard try transform(&candidate, by: number.position, edge) else { return .unknown }
            number = mappingOverride.plan
        }
        let plan = input.plan.entities[number]
        let position = candidate.representation.position
        let isObject = tape.isObject(at: position)
        // A payload that consists of a single string or number is not accepted as an identifier.
        let acceptsIdentifier = plan.identifier != nil && original > TapeIndex(0)
        let identifier =
            isObject || !acceptsIdentifier ? nil : plan.identifier(at: position, on: tape)
        guard isObject || plan.acceptsScalars || identifier != nil else {
            try log.report(
                .unexpectedKind, at: candidate.representation, edge, in: graph, plan: number,
                expected: acceptsIdentifier ? "an object or its identifier" : "an object",
                found: tape.word(at: position))
            return .unknown
        }
        return .plan(
            ChosenPlan(number: number, identifier: identifier, mappingOverride: mappingOverride))
    }

    /// Selects the plan of a representation by the matchers of a dynamic mapping.
    ///
    /// - Throws: ``MappingError`` if a closure returns an undeclared mapping, or if a policy
    ///   requires it.
    private mutating func matchPlan(
        for candidate: Candidate, _ edge: Edge
    ) throws -> Choice<PlanIndex> {
        let dynamic = input.plan.dynamics[edge.mapping - input.plan.entities.count]
        let index = candidate.representation
        for matcher in dynamic.matchers {
            guard let choice = try evaluate(matcher, of: dynamic, candidate) else { continue }
            if case .plan(let plan) = choice {
                log.notify(.selectedMapping, mapping: plan.position, at: index, in: graph)
            } else {
                declined += 1
                log.notify(.declined, mapping: edge.mapping, at: index, in: graph)
            }
            return choice
        }
        declined += 1
        guard dynamic.unknownRepresentations != .ignore else {
            log.notify(.declined, mapping: edge.mapping, at: index, in: graph)
            return .declined
        }
        try log.report(
            .unknownRepresentation, at: index, edge, in: graph, subject: dynamic.name,
            expected: "a representation that a matcher of '\(dynamic.name)' knows",
            found: "\(tape.word(at: index.position)) that none does",
            fails: dynamic.unknownRepresentations == .fail)
        return .unknown
    }

    /// Evaluates a matcher; returns `nil` if it defers the decision to the next matcher.
    private mutating func evaluate(
        _ matcher: MatcherPlan, of dynamic: DynamicPlan, _ candidate: Candidate
    ) throws -> Choice<PlanIndex>? {
        let answer = matcher.condition.answer(
            value: { payloadValue(at: $0, candidate) }, expression: { expression($0) },
            context: { context(of: candidate) })
        switch answer {
        case .pass: return nil
        case .decline: return .declined
        case .use(let number): return .plan(PlanIndex(matcher.plans[number]))
        case .useNamed(let name, let closure):
            guard let plan = matcher.plansByName[name] else {
                throw MappingError(
                    undeclared: name, by: closure, of: dynamic.name,
                    among: matcher.plansByName.keys)
            }
            return .plan(PlanIndex(plan))
        }
    }

    /// Returns the value at a path; a type mismatch on the path counts as absent.
    private mutating func payloadValue(
        at path: PayloadPath, _ candidate: Candidate
    ) -> PayloadValue? {
        let plain = path.isPlain ? tape.find(path, from: candidate.representation.position) : nil
        let position = plain ?? value(at: path, from: candidate, nil)
        mismatches = []
        return position.map { PayloadValue(graph.document, at: $0) }
    }

    /// Returns the compiled regular expression of a pattern that the plan has checked.
    private mutating func expression(_ pattern: String) -> TextPattern? {
        if let known = expressions[pattern] { return known }
        let expression = try? TextPattern(pattern)
        expressions[pattern] = expression
        return expression
    }

    /// Returns a representation with its context.
    private mutating func context(of candidate: Candidate) -> MappingContext {
        let document = graph.document
        return MappingContext(
            representation: PayloadValue(document, at: candidate.representation.position),
            parents: parents(of: candidate, upTo: .max).map { PayloadValue(document, at: $0) },
            index: candidate.index.element,
            rootPath: input.plan.roots[graph.outermost(candidate).role.position].path,
            metadata: metadata.map { PayloadValue(document, at: $0.position) })
    }
}
