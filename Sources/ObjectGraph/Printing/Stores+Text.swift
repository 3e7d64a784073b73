extension InMemoryStore: CustomStringConvertible {
    /// The name of the type: what is kept is not shown.
    public var description: String { "InMemoryStore" }
}
