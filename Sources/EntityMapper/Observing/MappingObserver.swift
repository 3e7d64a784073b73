/// Sees every decision of an operation while it is made.
///
/// It is for tests, logs and progress. Nothing it does changes what is mapped. Without an observer
/// nothing of this costs anything.
///
/// ```swift
/// struct Log: MappingObserver {
///     func mappingOperation(didObserve event: MappingEvent) { print(event) }
/// }
/// operation.observer = Log()
/// ```
///
/// Source: the delegates of RestKit's mapper and mapping operations; every callback is an event, and
/// so is what they leave out: relationships that are found or cleared, values that were declined.
public protocol MappingObserver: Sendable {
    /// Tells of one decision, on the task that runs the operation.
    ///
    /// - Parameter event: What was decided, about what, and why.
    func mappingOperation(didObserve event: MappingEvent)
}
