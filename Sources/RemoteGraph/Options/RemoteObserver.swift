/// An observer of the requests of a manager.
///
/// ```swift
/// struct Log: RemoteObserver {
///     func observe(_ event: RemoteEvent) { print(event) }
/// }
/// options.observer = Log()
/// ```
public protocol RemoteObserver: Sendable {
    /// Takes note of an event; called in the task of the request, which waits.
    ///
    /// - Parameter event: The event, without credentials and values of header fields.
    func observe(_ event: RemoteEvent)
}
