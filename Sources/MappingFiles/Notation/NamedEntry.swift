/// An entity, a mapping or a property of a mapping file, by its name.
protocol NamedEntry: Sendable {
    var name: String { get }
    init(_ name: String)
}
