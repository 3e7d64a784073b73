/// The result of a repair.
public struct RepairReport: Sendable, Hashable, CustomStringConvertible {
    /// The repair of one kind of problem in one relationship or tree.
    public struct Step: Sendable, Hashable, CustomStringConvertible {
        /// The kind of problem that was repaired.
        public let code: IntegrityProblem.Code
        /// The relationship, such as `Article.author`, or the tree.
        public let subject: String
        /// The number of rows or links that were written or removed.
        public let count: Int

        package init(_ code: IntegrityProblem.Code, _ subject: String, count: Int) {
            self.code = code
            self.subject = subject
            self.count = count
        }

        /// The kind, the location and the count: `brokenReference: Article.author, 2 repaired`.
        public var description: String { "\(code): \(subject), \(count) repaired" }
    }

    /// The repairs that were made.
    public let steps: [Step]
    /// The problems that remain.
    public let remaining: IntegrityReport

    package init(steps: [Step], remaining: IntegrityReport) {
        self.steps = steps
        self.remaining = remaining
    }

    /// One line for each repair, followed by one for each remaining problem.
    public var description: String {
        let done = steps.isEmpty ? ["nothing repaired"] : steps.map(\.description)
        let left = remaining.isClean ? [] : ["left: \(remaining)"]
        return (done + left).joined(separator: "\n")
    }
}
