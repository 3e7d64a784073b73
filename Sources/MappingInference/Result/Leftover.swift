/// A part of the payloads that is not mapped.
public struct Leftover: Sendable, Hashable {
    /// The path, such as `search_metadata.count`.
    public var path: String
    /// The number of values.
    public var count: Int
    /// The kind of reason.
    public var reason: Reason
    /// The reason in words, with example paths where helpful.
    public var explanation: String

    package init(path: String, count: Int, reason: Reason, explanation: String) {
        self.path = path
        self.count = count
        self.reason = reason
        self.explanation = explanation
    }

    /// The reasons for leaving out a part.
    public enum Reason: String, Sendable, Hashable, CaseIterable {
        /// A scalar next to the records of an envelope.
        case besideRecords
        /// Only nulls, empty arrays or empty objects: the type is unknown.
        case unknownType
        /// A second spelling of an identity, such as `id_str`.
        case twin
        /// A position in a list, which the order of the relationship implies.
        case position
        /// Values of a different kind than the attribute's.
        case otherKind
        /// Values beyond a limit.
        case limit
        /// Excluded on request.
        case ignored
    }
}
