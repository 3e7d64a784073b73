/// The error for changes that cannot be saved, with all problems found.
///
/// The store is unchanged.
public struct ValidationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The problems: values first, then relationships, then denied deletions.
    public let problems: [Problem]
    /// Information from earlier steps, such as the issues of the load that made the changes.
    public internal(set) var notes: [String] = []

    /// One problem of an invalid object.
    public struct Problem: Sendable, Hashable, CustomStringConvertible {
        /// The kind of problem.
        public let code: Code
        /// The identifier of the object.
        public let objectID: ManagedObjectID
        /// The name of the object's entity.
        public let entity: String
        /// The identifying values of the object, such as `articleID: 7`.
        ///
        /// A mapping in the unit of work defines them; otherwise `nil`.
        public let identity: String?
        /// The name of the invalid property.
        public let property: String
        /// The message: the expectation, the finding, and advice.
        public let message: String

        /// The location and the message: `Article/42 (articleID: 7) title: a value is required`.
        public var description: String {
            let identity = identity.map { " (\($0))" } ?? ""
            return "\(entity)/\(objectID.number)\(identity) \(property): \(message)"
        }
    }

    /// The kinds of problems; further ones may be added.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// A short name of the kind.
        public let description: String

        /// An attribute that is not optional has no value.
        public static let missingValue = Code(description: "missingValue")
        /// A relationship that is not optional is empty.
        public static let missingObject = Code(description: "missingObject")
        /// A value is not one of its attribute's Swift type, or no store can keep it.
        public static let invalidValue = Code(description: "invalidValue")
        /// A number is less than the minimum of a rule, or a date is earlier.
        public static let valueTooSmall = Code(description: "valueTooSmall")
        /// A number is greater than the maximum of a rule, or a date is later.
        public static let valueTooLarge = Code(description: "valueTooLarge")
        /// A string is shorter than the minimum of a rule.
        public static let textTooShort = Code(description: "textTooShort")
        /// A string is longer than the maximum of a rule.
        public static let textTooLong = Code(description: "textTooLong")
        /// A string does not match the regular expression of a rule.
        public static let textMismatch = Code(description: "textMismatch")
        /// A relationship has fewer objects than its minimum.
        public static let tooFewObjects = Code(description: "tooFewObjects")
        /// A relationship has more objects than its maximum.
        public static let tooManyObjects = Code(description: "tooManyObjects")
        /// An object was deleted although a relationship with delete rule `deny` has destinations.
        public static let deletionDenied = Code(description: "deletionDenied")
    }

    /// One line for each problem, at most twenty, followed by the notes.
    public var description: String {
        let count = problems.count == 1 ? "1 problem" : "\(problems.count) problems"
        return "The changes cannot be saved, \(count):\n"
            + ([TextLines(problems, limit: 20).bulleted] + notes).joined(separator: "\n")
    }

    /// Returns the same error with additional notes.
    package func noting(_ notes: [String]) -> ValidationError {
        var error = self
        error.notes += notes
        return error
    }
}

extension ValidationError: CustomReflectable {
    /// The first problems, and their total number.
    public var customMirror: Mirror {
        Mirror(self, children: ["problems": Array(problems.prefix(20)), "count": problems.count])
    }
}
