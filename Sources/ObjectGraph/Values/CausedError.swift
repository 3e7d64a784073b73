/// An error with an optional underlying error.
///
/// `catch` patterns with a ``StoreError/Code`` match causes too, so that a full disk has the same
/// code wherever it is reported: in a save, or in an operation that stops because of it.
///
/// ```swift
/// do {
///     try operation.map(payload, in: context)
///     try context.save()
/// } catch StoreError.Code.full {
///     // both come here
/// }
/// ```
public protocol CausedError: Error {
    /// The error that caused this one; otherwise `nil`.
    var cause: (any Error)? { get }
}
