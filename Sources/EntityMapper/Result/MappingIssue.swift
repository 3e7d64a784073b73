/// Something in a payload that does not fit, or that the author should know of.
///
/// ```swift
/// for issue in result.issues { print(issue) }
/// // Article.articleID: expected whole number, found text, at articles[3].id (line 41, column 12)
/// ```
public struct MappingIssue: Sendable, Hashable, CustomStringConvertible {
    /// What kind of issue it is.
    public let code: Code
    /// The entity of the record.
    public let entity: String
    /// The identification of the record, if it is known: `articleID: 7`.
    public let identity: String?
    /// The attribute or relationship, if it is about one.
    public let property: String?
    /// Where in the payload: `articles[3].id`; empty for what is not in the payload.
    public let path: String
    /// The line in the payload, from 1; 0 for what is not in the payload.
    public let line: Int
    /// The column in the line, from 1; 0 for what is not in the payload.
    public let column: Int
    /// What was expected.
    public let expected: String
    /// What was found: a kind, never a value of the payload.
    public let found: String

    /// The kinds of issue; further ones may come.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// A short name of the kind.
        public let description: String

        /// A value does not convert to the type of its attribute, or, as a foreign key, to that of the
        /// attribute at the other end.
        public static let invalidValue = Code(description: "invalidValue")
        /// A value that must be there is absent or `null`.
        public static let missingValue = Code(description: "missingValue")
        /// Something else than an object, or an array of objects, is where a record should be.
        public static let unexpectedKind = Code(description: "unexpectedKind")
        /// A key at the top of the payload that no root path begins with; nothing is left out because of
        /// it.
        public static let unknownRoot = Code(description: "unknownRoot")
        /// None of the mapped keys is in a representation.
        public static let unmappableRepresentation = Code(description: "unmappableRepresentation")
        /// More plain values lie inside one another than are followed.
        public static let nestedTooDeeply = Code(description: "nestedTooDeeply")
        /// A transform of a whole representation threw an error, or gave what no payload can have.
        public static let transformFailed = Code(description: "transformFailed")
        /// No matcher of a dynamic mapping knows a representation.
        public static let unknownRepresentation = Code(description: "unknownRepresentation")
        /// A validation or a rule of the model rejected a value, or a validation a record.
        public static let rejected = Code(description: "rejected")
        /// A value is for an object that a relationship should lead to, and it leads to none.
        public static let missingDestination = Code(description: "missingDestination")
        /// A record does not say which object it is.
        public static let missingIdentification = Code(description: "missingIdentification")
        /// Several stored objects have the identification of one record.
        public static let ambiguousIdentity = Code(description: "ambiguousIdentity")
        /// An object of another entity has the identification of a record.
        public static let conflictingEntity = Code(description: "conflictingEntity")
        /// A new object would be of an abstract entity: nothing tells its sub-entity.
        public static let abstractEntity = Code(description: "abstractEntity")
        /// A new object lacked something it needs in the end, and was left out.
        public static let discarded = Code(description: "discarded")
        /// A record of an import of many is not JSON, and was passed over.
        public static let malformedRecord = Code(description: "malformedRecord")
        /// A scope of an orphan deletion was refused, and objects stay that it would have deleted.
        public static let orphansRefused = Code(description: "orphansRefused")
        /// Several stored objects have the foreign key of one to-one connection.
        public static let ambiguousConnection = Code(description: "ambiguousConnection")
    }

    /// The whole issue in a line.
    public var description: String {
        let subject = property.map { "\(entity).\($0)" } ?? entity
        let record = identity.map { " (\($0))" } ?? ""
        let place =
            path.isEmpty && line == 0 ? "" : ", at \(shownPath) (line \(line), column \(column))"
        return "\(subject)\(record): expected \(expected), found \(found)\(place)"
    }

    private var shownPath: String { path.isEmpty ? "the top" : path }
}
