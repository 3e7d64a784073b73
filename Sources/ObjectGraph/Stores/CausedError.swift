/// An error that may have another one as its reason.
///
/// `catch` patterns with a ``StoreError/Code`` look at the reasons too, so that a full disk is the
/// same code wherever it shows: in a save, or in an operation that stops because of it.
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
    /// The error that was the reason; `nil` if there was none.
    var cause: (any Error)? { get }
}
