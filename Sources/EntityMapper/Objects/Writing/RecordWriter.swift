import Payload

/// What becomes of a value, whatever the mapping: a ``RecordMapper`` read backwards.
protocol RecordWriter<Mapped> {
    associatedtype Mapped

    var name: String { get }
    /// What tells the mapping apart from others.
    var key: ObjectMappingKey { get }
    /// Whether an object stands for a list: each of its members for one representation.
    var forcesCollection: Bool { get }
    /// Whether every representation has a key that tells it apart.
    var writesKey: Bool { get }

    /// Writes a value with everything in it.
    ///
    /// - Throws: ``MappingError`` if the value, or one inside of it, cannot be written.
    func node(
        of value: Mapped, _ pass: inout ObjectWritingPass
    ) throws(MappingError) -> PayloadNode

    /// Looks for mistakes of the author, here and in what is nested.
    func check(_ check: inout ObjectWritingCheck)
}

/// What a writer does for one property of a plain value.
protocol ObjectMember<Mapped>: RepresentedProperty {
    associatedtype Mapped

    /// Whether the author wants it to be left out.
    var isReadOnly: Bool { get }

    /// What is written for the property; `nil` if nothing is.
    ///
    /// - Throws: ``MappingError`` if the property, or a value inside of it, cannot be written.
    func node(
        of mapped: Mapped, _ pass: inout ObjectWritingPass
    ) throws(MappingError) -> PayloadNode?

    /// Looks for mistakes of the author.
    func check(_ check: inout ObjectWritingCheck)
}
