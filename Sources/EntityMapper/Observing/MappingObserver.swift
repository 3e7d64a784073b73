/// An observer of the decisions of an operation.
///
/// It serves tests, logging and progress reports. It cannot influence the mapping. An operation
/// without an observer has no overhead.
///
/// ```swift
/// struct Log: MappingObserver {
///     func mappingOperation(didObserve event: MappingEvent) { print(event) }
/// }
/// operation.observer = Log()
/// ```
///
/// Source: the delegates of RestKit's mapper and mapping operations. Every callback is an event,
/// and so are decisions without a callback: relationships that are found or cleared, values that
/// are declined.
public protocol MappingObserver: Sendable {
    /// Called for each decision, on the task that runs the operation.
    ///
    /// - Parameter event: The decision.
    func mappingOperation(didObserve event: MappingEvent)
}
