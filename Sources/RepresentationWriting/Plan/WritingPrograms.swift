import EntityMapper
import ObjectGraph

/// The writing programs of all mappings that a writer can encounter.
final class WritingPrograms: Sendable {
    /// The programs by index of the mapping; `nil` for mappings that the writer does not encounter.
    private let programs: [WritingProgram?]
    /// The identifiers that replace a reference to an object, by index of its mapping.
    let identifiers: [Int: [RepresentationMember]]
    /// The number of relationships that may reference an object repeatedly.
    let copyCount: Int

    init(_ plans: RepresentationPlans, _ plan: MappingPlan, _ profile: RepresentationProfile) {
        var programs = [WritingProgram?](repeating: nil, count: plan.entities.count)
        var copies = 0
        for (index, representation) in plans.representations {
            programs[index] = WritingProgram(representation, profile, copies: &copies)
        }
        self.programs = programs
        identifiers = plans.identifiers
        copyCount = copies
    }

    /// Returns the program of a compiled mapping.
    subscript(mapping: Int) -> WritingProgram {
        guard let program = programs[mapping] else {
            preconditionFailure("a mapping that was not compiled")
        }
        return program
    }
}
