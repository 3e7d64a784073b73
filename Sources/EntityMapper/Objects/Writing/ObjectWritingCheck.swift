import Payload

/// Finds what keeps a mapping, and what is nested in it, from being read backwards, before there is
/// a value.
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

    /// Whether a mapping is still to be checked.
    mutating func begin(_ key: ObjectMappingKey) -> Bool { seen.insert(key).inserted }

    /// Notes a problem, if there is one, unless it is known.
    mutating func add(_ problem: MappingProblem?) {
        guard let problem, !problems.contains(problem) else { return }
        problems.append(problem)
    }
}
