/// A problem with part of a payload, or a notice about it.
///
/// ```swift
/// for issue in result.issues { print(issue) }
/// // Article.articleID: expected whole number, found text, at articles[3].id (line 41, column 12)
/// ```
public struct MappingIssue: Sendable, Hashable, CustomStringConvertible {
    /// The kind of the issue.
    public let code: Code
    /// The entity of the record.
    public let entity: String
    /// The identification of the record, such as `articleID: 7`, if available.
    public let identity: String?
    /// The attribute or relationship concerned; `nil` for other issues.
    public let property: String?
    /// The path in the payload, such as `articles[3].id`; empty outside of the payload.
    public let path: String
    /// The one-based line in the payload; 0 for an issue outside of the payload.
    public let line: Int
    /// The one-based column in the line; 0 for an issue outside of the payload.
    public let column: Int
    /// The expected value.
    public let expected: String
    /// The actual kind of value; never a value of the payload.
    public let found: String

    /// The kinds of issues; new kinds may be added.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// A short name of the kind.
        public let description: String

        /// A value does not convert to the type of its attribute.
        ///
        /// For a foreign key, this is the type of the destination's attribute.
        public static let invalidValue = Code(description: "invalidValue")
        /// A required value is absent or `null`.
        public static let missingValue = Code(description: "missingValue")
        /// The value where a record is expected is neither an object nor an array of objects.
        public static let unexpectedKind = Code(description: "unexpectedKind")
        /// A top-level key of the payload is not the start of a root path; nothing is skipped.
        public static let unknownRoot = Code(description: "unknownRoot")
        /// A key is repeated later in the object, so this value is not used; nothing is skipped.
        public static let repeatedKey = Code(description: "repeatedKey")
        /// A representation contains none of the mapped keys.
        public static let unmappableRepresentation = Code(description: "unmappableRepresentation")
        /// Plain values are nested more deeply than the limit.
        public static let nestedTooDeeply = Code(description: "nestedTooDeeply")
        /// A transform of a representation failed.
        ///
        /// It threw an error or returned a value that no payload can contain.
        public static let transformFailed = Code(description: "transformFailed")
        /// No matcher of a dynamic mapping recognizes a representation.
        public static let unknownRepresentation = Code(description: "unknownRepresentation")
        /// A validation or a rule of the model rejected a value, or a validation rejected a record.
        public static let rejected = Code(description: "rejected")
        /// A value is mapped to an attribute of a related object, but the relationship is empty.
        public static let missingDestination = Code(description: "missingDestination")
        /// A record lacks the values that identify its object.
        public static let missingIdentification = Code(description: "missingIdentification")
        /// Several stored objects have the identification of a record.
        public static let ambiguousIdentity = Code(description: "ambiguousIdentity")
        /// An object of a different entity has the identification of a record.
        public static let conflictingEntity = Code(description: "conflictingEntity")
        /// A new object would be of an abstract entity, because nothing determines its sub-entity.
        public static let abstractEntity = Code(description: "abstractEntity")
        /// A new object was discarded because required values or objects were still missing.
        public static let discarded = Code(description: "discarded")
        /// A record of a streaming import is not valid JSON and was skipped.
        public static let malformedRecord = Code(description: "malformedRecord")
        /// A scope of an orphan deletion was refused, so its objects were not deleted.
        public static let orphansRefused = Code(description: "orphansRefused")
        /// Several stored objects match the foreign key of a to-one connection.
        public static let ambiguousConnection = Code(description: "ambiguousConnection")
    }

    /// The issue in one line.
    public var description: String {
        let subject = property.map { "\(entity).\($0)" } ?? entity
        let record = identity.map { " (\($0))" } ?? ""
        let location =
            path.isEmpty && line == 0 ? "" : ", at \(shownPath) (line \(line), column \(column))"
        return "\(subject)\(record): expected \(expected), found \(found)\(location)"
    }

    private var shownPath: String { path.isEmpty ? "the top" : path }
}
