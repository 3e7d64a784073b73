import EntityMapper
import MercatorPayload
import RepresentationWriting

/// A check that a mapping and its nested mappings can be applied in reverse.
///
/// It runs before values are written.
struct ObjectWritingCheck {
    private var problems: [MappingProblem] = []
    private var seen: Set<ObjectMappingKey> = []

    /// Checks a mapping for reading and for writing.
    ///
    /// - Throws: ``MappingPlanError`` with every problem found.
    static func run<Mapped>(
        _ plan: ObjectPlan<Mapped>, at root: PayloadPath
    ) throws(MappingPlanError) {
        var check = ObjectWritingCheck()
        check.add(MappingProblem.ofWriting(at: root))
        for problem in ObjectMappingCheck.problems(of: plan.mapper, at: .root) {
            check.add(problem)
        }
        plan.writer.check(&check)
        guard check.problems.isEmpty else { throw MappingPlanError(problems: check.problems) }
    }

    /// Returns whether a mapping has not been checked yet, and marks it as checked.
    mutating func begin(_ key: ObjectMappingKey) -> Bool { seen.insert(key).inserted }

    /// Adds a problem, unless it is `nil` or a duplicate.
    mutating func add(_ problem: MappingProblem?) {
        guard let problem, !problems.contains(problem) else { return }
        problems.append(problem)
    }
}
