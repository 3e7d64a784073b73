import EntityMapper
import MercatorPayload
import RepresentationWriting

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
