extension InMemoryStore: CustomStringConvertible {
    /// The name of the type, without the content.
    public var description: String { "InMemoryStore" }
}
