/// The kind of a payload value.
///
/// ```swift
/// try PayloadDocument(parsing: "[1, 2]").root.kind  // .array
/// ```
@frozen
public enum PayloadKind: Sendable, Hashable, CaseIterable {
    /// The literal `null`.
    case null
    /// The literal `true` or `false`.
    case boolean
    /// A number, with or without a fraction and an exponent.
    case number
    /// A string.
    case string
    /// An array.
    case array
    /// An object.
    case object
}
