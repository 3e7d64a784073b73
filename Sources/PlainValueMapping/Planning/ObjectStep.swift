import EntityMapper

/// The compiled form of a property mapping, for reading.
protocol ObjectStep<Mapped> {
    associatedtype Mapped

    var label: PropertyLabel { get }
    /// Indicates whether the property holds nested values.
    var isRelationship: Bool { get }
    /// Plans the change of the property for the found value; `nil` if it is absent.
    ///
    /// - Throws: ``MappingError`` if the run cannot continue, or if the failure policy requires it.
    func plan(
        for found: PathMatch?, in turn: ObjectTurn<Mapped>
    ) throws(MappingError) -> ObjectStepOutcome<Mapped>
    /// Checks the property mapping and reports its problems.
    func check(_ check: inout ObjectMappingCheck)
}

/// The planned result for a property.
enum ObjectStepOutcome<Mapped> {
    case nothing
    case change(ObjectChange<Mapped>)
    /// The value is invalid, and an issue has been reported.
    case failed
}
