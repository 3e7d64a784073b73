/// What a payload value is.
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
    /// A number, with or without fraction and exponent.
    case number
    /// A string.
    case string
    /// An array of elements.
    case array
    /// An object with members.
    case object
}
