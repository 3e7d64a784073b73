/// A condition in a store that no save produces.
public struct IntegrityProblem: Sendable, Hashable, CustomStringConvertible {
    /// The kind of problem.
    public let code: Code
    /// The object with the problem; `nil` if it concerns no single object.
    public let objectID: ManagedObjectID?
    /// The name or names of the properties concerned, if any.
    public let property: String?
    /// The message: the expectation and the finding.
    public let message: String
    /// The action of ``PersistentContainer/repairLinks(limit:)``; `nil` if it cannot decide.
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

    /// The kinds of problems; further ones may be added.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// A short name of the kind.
        public let description: String

        /// Creates a kind of problem.
        public init(_ description: String) {
            self.description = description
        }

        /// The file itself is damaged; the message is SQLite's.
        public static let damagedFile = Code("damagedFile")
        /// The entity of a row is not in the model, or not in that tree.
        public static let unknownEntity = Code("unknownEntity")
        /// A to-one relationship references an object that does not exist, or is of another entity.
        public static let brokenReference = Code("brokenReference")
        /// A link begins or ends at an object that does not exist, or is of another entity.
        public static let brokenLink = Code("brokenLink")
        /// A link of a relationship that is its own inverse exists in one direction only.
        public static let oneSidedLink = Code("oneSidedLink")
        /// Two objects reference the same object in a one-to-one relationship.
        public static let sharedPartner = Code("sharedPartner")
        /// A duplicate or invalid position of an object in an ordered relationship.
        public static let unclearOrder = Code("unclearOrder")
        /// Two objects share a unique value.
        public static let sharedKey = Code("sharedKey")
        /// A mandatory attribute has no value.
        public static let missingValue = Code("missingValue")
        /// A mandatory relationship has no object.
        public static let missingObject = Code("missingObject")
        /// A value does not have the type of its attribute.
        ///
        /// Fetching the object fails with code `corrupt`, or returns a different value.
        public static let unreadableValue = Code("unreadableValue")
        /// The next number of a tree is already in use, or is not a valid number.
        public static let lateSequence = Code("lateSequence")
        /// The search index has other words than the texts of an object.
        public static let staleSearchIndex = Code("staleSearchIndex")
    }

    /// The location, the message, and the repair, if any.
    public var description: String {
        let location = [objectID?.description, property].compactMap(\.self).joined(separator: ".")
        let text = location.isEmpty ? message : "\(location): \(message)"
        return "\(code): \(text)" + (repair.map { "; repair: \($0)" } ?? "")
    }
}
