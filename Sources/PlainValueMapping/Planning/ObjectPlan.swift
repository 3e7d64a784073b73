import EntityMapper

/// The compiled form of a mapping to plain Swift values for a single run; its members are internal.
public struct ObjectPlan<Mapped> {
    private let makeMapper: () -> any RecordMapper<Mapped>
    private let makeWriter: () -> any RecordWriter<Mapped>

    init(
        mapper: @escaping () -> any RecordMapper<Mapped>,
        writer: @escaping () -> any RecordWriter<Mapped>
    ) {
        makeMapper = mapper
        makeWriter = writer
    }

    /// The compiled form for reading.
    var mapper: any RecordMapper<Mapped> { makeMapper() }
    /// The compiled form for writing.
    var writer: any RecordWriter<Mapped> { makeWriter() }
}

/// The compiled form of any kind of mapping, for reading.
protocol RecordMapper<Mapped> {
    associatedtype Mapped

    var name: String { get }
    /// The key that identifies the mapping.
    var key: ObjectMappingKey { get }
    /// Indicates whether an object is treated as a collection.
    ///
    /// There is then one representation for each member.
    var forcesCollection: Bool { get }

    /// Reads a representation without changing anything.
    ///
    /// - Parameters:
    ///   - record: The representation with its context.
    ///   - existing: The value to update; `nil` for a new value.
    ///   - session: The shared state of the run.
    /// - Returns: The prepared value, which is not applied yet, or the reason why there is none.
    /// - Throws: ``MappingError`` if the run cannot continue, or if the failure policy requires it.
    func prepare(
        _ record: ObjectRecord, existing: Mapped?, _ session: ObjectSession
    ) throws(MappingError) -> Preparation<Mapped>

    /// Checks this mapping and its nested mappings, and reports their problems.
    func check(_ check: inout ObjectMappingCheck)
}

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

/// A valid representation that has not been applied yet.
struct PreparedObject<Mapped> {
    /// Creates a new value; repeated calls return the same class instance.
    let make: () -> Mapped
    /// Updates a value; returns `nil` if its type does not match the mapping.
    let update: (Mapped) -> (value: Mapped, isChanged: Bool)?
}
