/// A property of a schema struct.
protocol SchemaProperty {
    /// Adds the description of the property to its entity.
    func describe(in entity: inout EntityDescription, of type: any Entity.Type)
    /// The name in the model if the property identifies objects, otherwise `nil`.
    var identityName: String? { get }
    /// The name in the model, which may be filled in later.
    var propertyName: PropertyName { get }
}

extension SchemaProperty {
    var identityName: String? { nil }
}
