// Objects and their contexts belong to one unit of work. The conformances exist for the messages
// of the compiler.

@available(
    *, unavailable,
    message: "an object cannot leave its unit of work: return its values, or its objectID"
)
extension Object: Sendable {}

@available(
    *, unavailable,
    message: "an object cannot leave its unit of work: return its values, or its objectID"
)
extension ManagedObject: Sendable {}

@available(
    *, unavailable,
    message: "a context cannot leave its unit of work: use it inside of the closure"
)
extension ManagedObjectContext: Sendable {}
