extension MappingFile {
    /// A difference between two mapping files, as a line.
    ///
    /// ```swift
    /// for difference in file.differences(from: older) { print(difference) }
    /// // Comment.email: added: from "email", type "string"
    /// // Comment.rating: type "double", was "integer64"
    /// ```
    public struct Difference: Sendable, Hashable, CustomStringConvertible {
        /// The kind of difference.
        public let kind: Kind
        /// The entity, the property or the member of the file, such as `Comment.email`.
        public let subject: String
        /// The members that differ.
        public let message: String

        /// The kinds of differences.
        public enum Kind: String, Sendable, Hashable, CaseIterable {
            /// Only the newer file has the subject.
            case added
            /// Only the older file has the subject.
            case removed
            /// Members of the subject differ.
            case changed
            /// The sample contradicts the file, or a policy keeps the file as it is; nothing was
            /// changed.
            case reported
        }

        package init(_ kind: Kind, _ subject: String, _ message: String) {
            self.kind = kind
            self.subject = subject
            self.message = message
        }

        /// The subject and the message.
        public var description: String { "\(subject): \(message)" }
    }
}
