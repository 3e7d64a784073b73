import EntityMapper

/// The compiled form of any kind of mapping, for reading.
protocol RecordMapper<Mapped> {
    associatedtype Mapped

    var form: RecordForm { get }
    /// The key that identifies the mapping.
    var key: ObjectMappingKey { get }

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

extension RecordMapper {
    var name: String { form.name }
}
