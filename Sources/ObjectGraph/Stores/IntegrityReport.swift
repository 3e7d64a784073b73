/// What a look at a whole store has found.
///
/// ```swift
/// let report = try container.checkIntegrity()
/// print(report.isClean, report.problems.map(\.code))
/// ```
public struct IntegrityReport: Sendable, Hashable, CustomStringConvertible {
    /// What was found, damage to the file first.
    public let problems: [IntegrityProblem]
    /// Whether there may be more problems than were asked for.
    public let isTruncated: Bool

    package init(problems: [IntegrityProblem], isTruncated: Bool) {
        self.problems = problems
        self.isTruncated = isTruncated
    }

    /// Whether nothing was found.
    public var isClean: Bool { problems.isEmpty }

    /// A line for each problem.
    public var description: String {
        guard !isClean else { return "no problems" }
        let rest = problems.count - min(problems.count, 50)
        return problems.prefix(50).map(\.description).joined(separator: "\n")
            + (rest > 0 ? "\nand \(rest) more" : "") + (isTruncated ? "\nand perhaps more" : "")
    }
}

/// Something in a store that no save leaves behind.
public struct IntegrityProblem: Sendable, Hashable, CustomStringConvertible {
    /// What kind of problem it is.
    public let code: Code
    /// The object, if it is about one.
    public let objectID: ManagedObjectID?
    /// The property or properties, if it is about some.
    public let property: String?
    /// What was expected and what was found.
    public let message: String
    /// What ``PersistentContainer/repairLinks(limit:)`` would do; `nil` if that is for you to decide.
    public let repair: String?

    package init(
        _ code: Code, at objectID: ManagedObjectID? = nil, property: String? = nil,
        _ message: String, repair: String? = nil
    ) {
        self.code = code
        self.objectID = objectID
        self.property = property
        self.message = message
        self.repair = repair
    }

    /// The kinds of problem; further ones may come.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// A short name of the kind.
        public let description: String

        /// Names a kind of problem.
        public init(_ description: String) {
            self.description = description
        }

        /// The file itself is damaged: SQLite says where.
        public static let damagedFile = Code("damagedFile")
        /// A row says that it is of an entity that the model does not have there.
        public static let unknownEntity = Code("unknownEntity")
        /// A to-one relationship leads to an object that is not there, or is of another entity.
        public static let brokenReference = Code("brokenReference")
        /// A link begins or ends at an object that is not there, or is of another entity.
        public static let brokenLink = Code("brokenLink")
        /// A relationship that is its own inverse leads one way only.
        public static let oneSidedLink = Code("oneSidedLink")
        /// Two objects have the same partner in a relationship that is to-one at both ends.
        public static let sharedPartner = Code("sharedPartner")
        /// Two objects have the same place in an ordered relationship, or one has a place that is
        /// none.
        public static let unclearOrder = Code("unclearOrder")
        /// Two objects share what must be unique.
        public static let sharedKey = Code("sharedKey")
        /// A mandatory attribute has no value.
        public static let missingValue = Code("missingValue")
        /// A mandatory relationship has no object.
        public static let missingObject = Code("missingObject")
        /// A value is not of the type of its attribute, so that fetching the object fails with code
        /// `corrupt`, or gives something else.
        public static let unreadableValue = Code("unreadableValue")
        /// The next number of a tree is one that an object has already, or none.
        public static let lateSequence = Code("lateSequence")
    }

    /// The place, the message, and the repair if there is one.
    public var description: String {
        let place = [objectID?.description, property].compactMap(\.self).joined(separator: ".")
        let text = place.isEmpty ? message : "\(place): \(message)"
        return "\(code): \(text)" + (repair.map { "; repair: \($0)" } ?? "")
    }
}

/// What a repair did, and what it left.
public struct RepairReport: Sendable, Hashable, CustomStringConvertible {
    /// What was done to one relationship or one tree.
    public struct Step: Sendable, Hashable, CustomStringConvertible {
        /// What kind of problem it was about.
        public let code: IntegrityProblem.Code
        /// The relationship, such as `Article.author`, or the tree.
        public let place: String
        /// How many rows or links were written or removed.
        public let count: Int

        package init(_ code: IntegrityProblem.Code, _ place: String, count: Int) {
            self.code = code
            self.place = place
            self.count = count
        }

        /// The kind, the place and the count: `brokenReference: Article.author, 2 repaired`.
        public var description: String { "\(code): \(place), \(count) repaired" }
    }

    /// What was done.
    public let steps: [Step]
    /// What is still wrong.
    public let remaining: IntegrityReport

    package init(steps: [Step], remaining: IntegrityReport) {
        self.steps = steps
        self.remaining = remaining
    }

    /// A line for each step, then one for each problem that is left.
    public var description: String {
        let done = steps.isEmpty ? ["nothing repaired"] : steps.map(\.description)
        let left = remaining.isClean ? [] : ["left: \(remaining)"]
        return (done + left).joined(separator: "\n")
    }
}
