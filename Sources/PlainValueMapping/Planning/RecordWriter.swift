import EntityMapper
import Payload
import RepresentationWriting

/// The compiled form of any kind of mapping, for writing; the inverse of ``RecordMapper``.
protocol RecordWriter<Mapped> {
    associatedtype Mapped

    var name: String { get }
    /// The key that identifies the mapping.
    var key: ObjectMappingKey { get }
    /// Indicates whether an object is treated as a collection.
    ///
    /// There is then one representation for each member.
    var forcesCollection: Bool { get }
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

/// The compiled form of a property mapping, for writing.
protocol ObjectMember<Mapped>: RepresentedProperty {
    associatedtype Mapped

    /// Indicates whether the property is omitted.
    var isReadOnly: Bool { get }

    /// Returns the node of the property; `nil` if nothing is written.
    ///
    /// - Throws: ``MappingError`` if the property or a nested value cannot be written.
    func node(
        of mapped: Mapped, _ pass: inout ObjectWritingPass
    ) throws(MappingError) -> PayloadNode?

    /// Checks the property mapping and reports its problems.
    func check(_ check: inout ObjectWritingCheck)
}

/// The writer of a mapping that a dynamic mapping can select.
protocol ChoiceWriter<Mapped>: RecordWriter {
    /// The type of the mapping's values.
    var type: Any.Type { get }
    /// Indicates whether the mapping was added with an explicit `from` closure.
    var isTold: Bool { get }
    /// Tests whether a value belongs to this mapping.
    func accepts(_ value: Mapped) -> Bool
    /// Tests whether another type is this mapping's class or a subclass of it.
    func includes(_ other: Any.Type) -> Bool
}
