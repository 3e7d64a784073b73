/// A mapping to plain Swift values: an ``ObjectMapping`` or a ``DynamicObjectMapping``.
///
/// Relationship mappings and operations take either. There is nothing to gain from conforming: a
/// plan is made of the two only.
///
/// ```swift
/// func firstUser(_ mapping: some PlainMapping<User>) throws -> User? {
///     try mapping.run(payload, at: "users").first
/// }
/// ```
public protocol PlainMapping<Mapped>: Sendable {
    /// The type of the values.
    associatedtype Mapped
    /// What issues and other mappings call this one.
    var name: String { get }
    /// What the engine does with a representation.
    ///
    /// - Returns: The plan, for one run.
    func makePlan() -> ObjectPlan<Mapped>
}

/// A mapping to plain Swift values, made ready for one run; it has nothing for users to see.
public struct ObjectPlan<Mapped> {
    let mapper: any RecordMapper<Mapped>
}

/// What can become of a representation, whatever the mapping.
protocol RecordMapper<Mapped> {
    associatedtype Mapped

    var name: String { get }
    /// What tells the mapping apart from others.
    var key: ObjectMappingKey { get }
    /// Whether an object stands for a list: each of its members for one representation.
    var forcesCollection: Bool { get }

    /// Reads a representation, and changes nothing yet.
    ///
    /// - Parameters:
    ///   - record: The representation, and where it stands.
    ///   - existing: The value to update; `nil` for a new one.
    ///   - session: What the run shares.
    /// - Returns: What came of it; nothing is applied yet.
    /// - Throws: ``MappingError`` if the run cannot go on, or the failure policy says so.
    func prepare(
        _ record: ObjectRecord, existing: Mapped?, _ session: ObjectSession
    ) throws(MappingError) -> Preparation<Mapped>

    /// Looks for mistakes of the author, here and in what is nested.
    func check(_ check: inout ObjectMappingCheck)
}

/// What came of reading a representation.
enum Preparation<Mapped> {
    case ready(PreparedObject<Mapped>)
    /// It is left out because somebody said so.
    case declined
    /// It does not fit; an issue says why.
    case unread
    /// There is nothing in it for a nested value that has no representation of its own.
    case absent
}

/// A representation that fits, and waits to be applied.
struct PreparedObject<Mapped> {
    /// Makes a new value; an instance of a class is the same each time.
    let make: () -> Mapped
    /// Updates a value; `nil` if it is of another type than the mapping makes.
    let update: (Mapped) -> (value: Mapped, isChanged: Bool)?
}
