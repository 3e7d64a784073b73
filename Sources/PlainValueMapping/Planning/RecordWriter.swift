import EntityMapper
import MercatorPayload

/// The compiled form of any kind of mapping, for writing; the inverse of ``RecordMapper``.
protocol RecordWriter<Mapped> {
    associatedtype Mapped

    var form: RecordForm { get }
    /// The key that identifies the mapping.
    var key: ObjectMappingKey { get }
    /// Indicates whether every representation is written with a key.
    var writesKey: Bool { get }

    /// Writes a value with all nested values.
    ///
    /// - Throws: ``MappingError`` if the value or a nested value cannot be written.
    func node(
        of value: Mapped, _ pass: inout ObjectWritingPass
    ) throws(MappingError) -> PayloadNode

    /// Checks this mapping and its nested mappings, and reports their problems.
    func check(_ check: inout ObjectWritingCheck)
}

extension RecordWriter {
    var name: String { form.name }
}
