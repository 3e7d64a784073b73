/// Everything that keeps a context from being saved, at once.
///
/// Nothing was saved.
public struct ValidationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The problems: values first, then relationships, then refused deletions.
    public let problems: [Problem]
    /// What was known before, such as the issues of the load that made the changes.
    public internal(set) var notes: [String] = []

    /// One object that is not valid, and why.
    public struct Problem: Sendable, Hashable, CustomStringConvertible {
        /// What kind of problem it is.
        public let code: Code
        /// The object.
        public let objectID: ManagedObjectID
        /// The entity of the object.
        public let entity: String
        /// What identifies the object, if a mapping has said so in the unit of work: `articleID: 7`.
        public let identity: String?
        /// The property that is not valid.
        public let property: String
        /// What was expected, what was found, and what to do.
        public let message: String

        /// The place and the message: `Article/42 (articleID: 7) title: a value is required`.
        public var description: String {
            let identity = identity.map { " (\($0))" } ?? ""
            return "\(entity)/\(objectID.number)\(identity) \(property): \(message)"
        }
    }

    /// The kinds of problem; further ones may come.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// A short name of the kind.
        public let description: String

        /// An attribute that is not optional has no value.
        public static let missingValue = Code(description: "missingValue")
        /// A relationship that is not optional is empty.
        public static let missingObject = Code(description: "missingObject")
        /// A value is none of its attribute's Swift type, or one that no store can keep.
        public static let invalidValue = Code(description: "invalidValue")
        /// A number is below what a rule allows, or a date before it.
        public static let valueTooSmall = Code(description: "valueTooSmall")
        /// A number is above what a rule allows, or a date after it.
        public static let valueTooLarge = Code(description: "valueTooLarge")
        /// A text is shorter than a rule allows.
        public static let textTooShort = Code(description: "textTooShort")
        /// A text is longer than a rule allows.
        public static let textTooLong = Code(description: "textTooLong")
        /// A text does not match the regular expression of a rule.
        public static let textMismatch = Code(description: "textMismatch")
        /// A relationship has fewer objects than it must.
        public static let tooFewObjects = Code(description: "tooFewObjects")
        /// A relationship has more objects than it may.
        public static let tooManyObjects = Code(description: "tooManyObjects")
        /// An object was deleted although a relationship with rule `deny` leads somewhere.
        public static let deletionDenied = Code(description: "deletionDenied")
    }

    /// A line for each problem, twenty at most, then the notes.
    public var description: String {
        let count = problems.count == 1 ? "1 problem" : "\(problems.count) problems"
        return "The changes cannot be saved, \(count):\n"
            + ([TextLines(problems, limit: 20).bulleted] + notes).joined(separator: "\n")
    }

    /// The same error with notes.
    package func noting(_ notes: [String]) -> ValidationError {
        var error = self
        error.notes += notes
        return error
    }
}

extension ValidationError: CustomReflectable {
    /// The first problems, and how many there are.
    public var customMirror: Mirror {
        Mirror(self, children: ["problems": Array(problems.prefix(20)), "count": problems.count])
    }
}
