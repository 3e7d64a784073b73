import EntityMapper
import Payload

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

/// A record whose properties are being planned.
struct ObjectTurn<Mapped> {
    let record: ObjectRecord
    /// The number of the record in the run.
    let number: Int
    /// The value to be changed: the existing value, or a new value.
    let base: Mapped
    let session: ObjectSession
}

/// The planned result for a property.
enum ObjectStepOutcome<Mapped> {
    case nothing
    case change(ObjectChange<Mapped>)
    /// The value is invalid, and an issue has been reported.
    case failed
}

/// A planned change of a property.
struct ObjectChange<Mapped> {
    let destination: AnyKeyPath
    /// The new value of an attribute; `nil` for nested values.
    let value: Any?
    /// Notifies the observer; called once the whole record has been validated.
    var announce: () -> Void = {}
    /// Sets the property if its value differs, and returns whether it did.
    let apply: (inout Mapped) -> Bool
}
