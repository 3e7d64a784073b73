import Payload

/// The mapping of a property of a plain value, as declared.
protocol ObjectProperty<Mapped>: Sendable {
    associatedtype Mapped

    /// Creates the step that reads the property, with the options of its mapping.
    func makeStep(for mapping: ObjectMapping<Mapped>) -> any ObjectStep<Mapped>
    /// Creates the member that writes the property, with the options of its mapping.
    func makeMember(for mapping: ObjectMapping<Mapped>) -> any ObjectMember<Mapped>
}

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

/// The name of a property in issues and events.
struct PropertyLabel: Hashable {
    /// The name of the mapping.
    let mapping: String
    /// The name of the property if it is available at run time; otherwise the source path.
    let name: String
    let source: PayloadPath

    /// Derives the name from the key path of a property.
    ///
    /// The description of a stored property of a struct is `\User.name`; that of a computed
    /// property can contain an address instead of a name, in which case the source path is used.
    init(mapping: String, source: PayloadPath, destination: AnyKeyPath) {
        self.mapping = mapping
        self.source = source
        let path = "\(destination)"
        let isNamed = path.allSatisfy { $0.isLetter || $0.isNumber || "\\._?!".contains($0) }
        let steps = path.drop { $0 != "." }.dropFirst()
        name = isNamed && !steps.isEmpty && steps != "self" ? String(steps) : source.description
    }
}

/// A record whose properties are being planned.
struct ObjectTurn<Mapped> {
    let record: ObjectRecord
    /// The number of the record in the run.
    let number: Int
    /// The value to be changed: the existing one, or a new one.
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
    /// Notifies the observer; called once the whole record is known to be valid.
    var announce: () -> Void = {}
    /// Sets the property if its value differs, and returns whether it did.
    let apply: (inout Mapped) -> Bool
}
