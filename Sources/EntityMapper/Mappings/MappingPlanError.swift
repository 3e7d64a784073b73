import ObjectGraph

/// An error with all the problems that keep mappings from matching a model.
public struct MappingPlanError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The problems, in the order of the mappings.
    public let problems: [MappingProblem]

    package init(problems: [MappingProblem]) {
        self.problems = problems
    }

    /// A line for each problem.
    public var description: String {
        let count = problems.count == 1 ? "1 problem" : "\(problems.count) problems"
        return "The mappings have \(count):\n" + TextLines(problems, limit: 50).bulleted
    }
}

extension MappingPlanError: CustomReflectable {
    /// The first problems, and their total number.
    public var customMirror: Mirror {
        Mirror(self, children: ["problems": Array(problems.prefix(20)), "count": problems.count])
    }
}
