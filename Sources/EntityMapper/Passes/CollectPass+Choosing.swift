import ObjectGraph
import Payload

/// The selection of the plan of a representation, which a dynamic mapping makes once for each.
extension CollectPass {
    /// The decision about a representation.
    enum Choice: Equatable {
        case plan(Int)
        /// A matcher declined the representation.
        case declined
        /// The representation is unknown or invalid, and an issue has been reported.
        case unknown
    }

    /// The plan that is finally selected for a representation.
    struct ChosenPlan {
        let number: Int
        /// The index of the attribute if the representation is an identifier instead of an object.
        var identifier: Int?
        /// The override of an earlier attempt.
        var mappingOverride: MappingOverride?
    }

    /// The result of selecting a plan.
    enum PlanChoice {
        case plan(ChosenPlan)
        case declined
        case unknown
    }

    /// Selects the plan of a representation: first by a dynamic mapping, then by the override of an
    /// earlier attempt.
    ///
    /// - Throws: ``MappingError`` if the failure policy requires it.
    mutating func choosePlan(
        for candidate: inout Candidate, _ step: Step, _ session: inout MappingSession
    ) throws(MappingError) -> PlanChoice {
        let original = candidate.place
        var mapping = step.mapping
        if mapping >= session.plan.entities.count {
            guard try transform(&candidate, by: mapping, step, &session) else { return .unknown }
            switch try choose(mapping, for: candidate, step, &session) {
            case .plan(let chosen): mapping = chosen
            case .declined: return .declined
            case .unknown: return .unknown
            }
        }
        let mappingOverride = session.mappingOverride(of: original, plan: mapping)
        if let mappingOverride {
            guard try transform(&candidate, by: mapping, step, &session) else { return .unknown }
            mapping = mappingOverride.plan
        }
        let plan = session.plan.entities[mapping]
        let isObject = tape.isObject(at: candidate.place)
        // A payload that consists of a single string or number is not accepted as an identifier.
        let acceptsIdentifier = plan.identifier != nil && original > 0
        let identifier =
            isObject || !acceptsIdentifier
            ? nil : plan.identifier(at: candidate.place, on: tape)
        guard isObject || plan.acceptsScalars || identifier != nil else {
            try session.report(
                .unexpectedKind, at: candidate.place, step, plan: mapping,
                expected: acceptsIdentifier ? "an object or its identifier" : "an object",
                found: tape.word(at: candidate.place))
            return .unknown
        }
        return .plan(
            ChosenPlan(number: mapping, identifier: identifier, mappingOverride: mappingOverride))
    }

    /// Selects a mapping for a representation.
    ///
    /// - Throws: ``MappingError`` if a closure returns an undeclared mapping, or if a policy
    ///   requires it.
    mutating func choose(
        _ mapping: Int, for candidate: Candidate, _ step: Step, _ session: inout MappingSession
    ) throws(MappingError) -> Choice {
        let entities = session.plan.entities.count
        guard mapping >= entities else { return .plan(mapping) }
        let dynamic = session.plan.dynamics[mapping - entities]
        for matcher in dynamic.matchers {
            let choice = try ask(matcher, of: dynamic, candidate, &session)
            guard let choice else { continue }
            if case .plan(let plan) = choice {
                session.notify(.selectedMapping, mapping: plan, place: candidate.place)
            } else {
                declined += 1
                session.notify(.declined, mapping: mapping, place: candidate.place)
            }
            return choice
        }
        declined += 1
        switch dynamic.unknownRepresentations {
        case .ignore:
            session.notify(.declined, mapping: mapping, place: candidate.place)
            return .declined
        case .skip, .fail:
            try session.report(
                .unknownRepresentation, at: candidate.place, step, subject: dynamic.name,
                expected: "a representation that a matcher of '\(dynamic.name)' knows",
                found: "\(tape.word(at: candidate.place)) that none does",
                fails: dynamic.unknownRepresentations == .fail)
            return .unknown
        }
    }

    /// Evaluates a matcher; returns `nil` if it passes the decision to the next one.
    private mutating func ask(
        _ matcher: MatcherPlan, of dynamic: DynamicPlan, _ candidate: Candidate,
        _ session: inout MappingSession
    ) throws(MappingError) -> Choice? {
        let answer = matcher.condition.answer(
            value: { payloadValue(at: $0, candidate, &session) }, expression: { expression($0) },
            context: { context(of: candidate, session) })
        switch answer {
        case .pass: return nil
        case .decline: return .declined
        case .use(let place): return .plan(matcher.plans[place])
        case .useNamed(let name, let closure):
            guard let plan = matcher.plansByName[name] else {
                throw MappingError(
                    undeclared: name, by: closure, of: dynamic.name,
                    among: matcher.plansByName.keys)
            }
            return .plan(plan)
        }
    }

    /// Returns the value at a path; a type mismatch on the path counts as absent.
    private mutating func payloadValue(
        at path: PayloadPath, _ candidate: Candidate, _ session: inout MappingSession
    ) -> PayloadValue? {
        let place =
            path.isPlain
            ? tape.find(path, from: candidate.place)
                ?? value(at: path, from: candidate, nil, &session)
            : value(at: path, from: candidate, nil, &session)
        mismatches = []
        return place.map { PayloadValue(session.document, at: $0) }
    }

    /// Returns the compiled regular expression of a pattern that the plan has checked.
    private mutating func expression(_ pattern: String) -> TextPattern? {
        if let known = expressions[pattern] { return known }
        let expression = try? TextPattern(pattern)
        expressions[pattern] = expression
        return expression
    }

    /// Returns a representation with its context.
    private mutating func context(of candidate: Candidate, _ session: MappingSession)
        -> MappingContext
    {
        let document = session.document
        return MappingContext(
            representation: PayloadValue(document, at: candidate.place),
            parents: parents(of: candidate, upTo: .max, session).map {
                PayloadValue(document, at: $0)
            },
            index: candidate.index >= 0 ? Int(candidate.index) : nil,
            rootPath: session.plan.roots[Int(session.outermost(candidate).role)].path,
            metadata: metadata.map { PayloadValue(document, at: $0) })
    }
}
