/// The result of reading a representation.
enum Preparation<Mapped> {
    case ready(PreparedObject<Mapped>)
    /// A matcher or a validation declined the representation.
    case declined
    /// The representation is invalid, and an issue has been reported.
    case unread
    /// The enclosing representation contains none of the keys of an aggregated nested value.
    case absent
}
