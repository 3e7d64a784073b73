import Payload

/// What the author wants for one property of a plain value.
protocol ObjectProperty<Mapped>: Sendable {
    associatedtype Mapped

    /// What the engine does for the property, with the options of its mapping.
    func makeStep(for mapping: ObjectMapping<Mapped>) -> any ObjectStep<Mapped>
}

/// What the engine does for one property of a plain value.
protocol ObjectStep<Mapped> {
    associatedtype Mapped

    var label: PropertyLabel { get }
    /// Whether nested values go to the property.
    var isRelationship: Bool { get }
    /// Plans what to do with what was found, or with nothing.
    ///
    /// - Throws: ``MappingError`` if the run cannot go on, or the failure policy says so.
    func plan(
        for found: Found?, in turn: ObjectTurn<Mapped>
    ) throws(MappingError) -> ObjectStepOutcome<Mapped>
    /// Looks for mistakes of the author.
    func check(_ check: inout ObjectMappingCheck)
}

/// What a property is called in issues and events.
struct PropertyLabel: Hashable {
    /// The name of the mapping.
    let mapping: String
    /// The property, as far as the language tells its name, or the source path.
    let name: String
    let source: PayloadPath

    /// Names a property after its key path.
    ///
    /// A stored property of a struct is written `\User.name`; one that is reached through a
    /// function has no name at run time, but an address, and the source path says more.
    init(mapping: String, source: PayloadPath, destination: AnyKeyPath) {
        self.mapping = mapping
        self.source = source
        let path = "\(destination)"
        let isNamed = path.allSatisfy { $0.isLetter || $0.isNumber || "\\._?!".contains($0) }
        let steps = path.drop { $0 != "." }.dropFirst()
        name = isNamed && !steps.isEmpty && steps != "self" ? String(steps) : source.description
    }
}

/// One record while its properties are planned.
struct ObjectTurn<Mapped> {
    let record: ObjectRecord
    /// The number of the record in this run.
    let number: Int
    /// The value that the record changes: a known one, or a new one.
    let base: Mapped
    let session: ObjectSession
}

/// What a property is to become.
enum ObjectStepOutcome<Mapped> {
    case nothing
    case change(ObjectChange<Mapped>)
    /// It does not fit; an issue says why.
    case failed
}

/// One property as it is to become.
struct ObjectChange<Mapped> {
    let destination: AnyKeyPath
    /// The new value of an attribute; `nil` for nested values.
    let value: Any?
    /// Tells the observer, once the record is known to fit.
    var announce: () -> Void = {}
    /// Sets the property unless it is so already, and says whether it did.
    let apply: (inout Mapped) -> Bool
}
