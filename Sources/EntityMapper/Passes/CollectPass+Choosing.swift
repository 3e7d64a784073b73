import ObjectGraph
import Payload

/// Which mapping a representation gets; a dynamic one decides once for each.
extension CollectPass {
    /// What was decided about a representation.
    enum Choice: Equatable {
        case plan(Int)
        /// It is left out because somebody said so.
        case declined
        /// It is left out, and an issue says that nobody knew it.
        case unknown
    }

    /// The plan that a representation is mapped by in the end.
    struct ChosenPlan {
        let number: Int
        /// The attribute that the representation stands for, if it is no object but an identifier.
        var identifier: Int?
        /// What an earlier walk found out about the object.
        var refinement: Refinement?
    }

    /// What came of looking for a plan.
    enum PlanChoice {
        case plan(ChosenPlan)
        case declined
        case unknown
    }

    /// Finds the plan for a representation: a dynamic mapping decides first, then the object that an
    /// earlier walk has found.
    ///
    /// - Throws: ``MappingError`` where a failure policy says so.
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
        let refinement = session.refinement(of: original, plan: mapping)
        if let refinement {
            guard try transform(&candidate, by: mapping, step, &session) else { return .unknown }
            mapping = refinement.plan
        }
        let plan = session.plan.entities[mapping]
        let isObject = tape.isObject(at: candidate.place)
        // A payload that is nothing but a text or a number is the word of a server, not of a record.
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
            ChosenPlan(number: mapping, identifier: identifier, refinement: refinement))
    }

    /// Decides about a representation.
    ///
    /// - Throws: ``MappingError`` if a closure names a mapping it must not, or a policy says so.
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

    /// What a matcher says; `nil` if it leaves the decision to the next.
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

    /// The value at a path; what does not fit on the way counts as absent here.
    private mutating func payloadValue(
        at path: PayloadPath, _ candidate: Candidate, _ session: inout MappingSession
    ) -> PayloadValue? {
        let place =
            path.isPlain
            ? tape.find(path, from: candidate.place)
                ?? value(at: path, from: candidate, nil, &session)
            : value(at: path, from: candidate, nil, &session)
        misfits = []
        return place.map { PayloadValue(session.document, at: $0) }
    }

    /// A regular expression, which the plan has checked.
    private mutating func expression(_ pattern: String) -> TextPattern? {
        if let known = expressions[pattern] { return known }
        let expression = try? TextPattern(pattern)
        expressions[pattern] = expression
        return expression
    }

    /// A representation with everything around it.
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
