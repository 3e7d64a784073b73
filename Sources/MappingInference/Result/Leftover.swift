/// A part of the payloads that is not mapped.
public struct Leftover: Sendable, Hashable {
    /// The place, such as `search_metadata.count`.
    public var place: String
    /// The number of values.
    public var count: Int
    /// The kind of reason.
    public var reason: Reason
    /// The reason in words, with examples of places where that helps.
    public var explanation: String

    package init(place: String, count: Int, reason: Reason, explanation: String) {
        self.place = place
        self.count = count
        self.reason = reason
        self.explanation = explanation
    }

    /// The kind of reason.
    public enum Reason: String, Sendable, Hashable, CaseIterable {
        /// A scalar beside the records of an envelope.
        case besideRecords
        /// Null only, or an empty array or object: the type is unknown.
        case unknownType
        /// A second spelling of an identity, such as `id_str`.
        case twin
        /// The position in a list, which is the order of the relationship.
        case position
        /// Values of another kind than those of the attribute.
        case otherKind
        /// Beyond a limit.
        case limit
        /// Left out on request.
        case ignored
    }
}
