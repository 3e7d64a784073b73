import ObjectGraph

/// What is written for every mapping that a writer may meet.
final class WritingPrograms: Sendable {
    /// By the place of the mapping; only those that the writer may meet have one.
    private let programs: [WritingProgram?]
    /// By the place of the mapping: what is written in the place of its objects.
    let identifiers: [Int: [RepresentationMember]]
    /// How many relationships may lead to an object again.
    let copyCount: Int

    init(_ plans: RepresentationPlans, _ plan: MappingPlan, _ profile: RepresentationProfile) {
        var programs = [WritingProgram?](repeating: nil, count: plan.entities.count)
        var copies = 0
        for (place, representation) in plans.representations {
            programs[place] = WritingProgram(representation, profile, copies: &copies)
        }
        self.programs = programs
        identifiers = plans.identifiers
        copyCount = copies
    }

    /// What is written for the objects of a mapping that was compiled.
    subscript(mapping: Int) -> WritingProgram {
        guard let program = programs[mapping] else {
            preconditionFailure("a mapping that was not compiled")
        }
        return program
    }
}
