public import EntityMapper
public import MercatorPayload
public import ObjectGraph

extension ObjectMapping {
    /// Maps a value of the representation to a property.
    ///
    /// A source can be mapped to several properties; if several values are mapped to the same
    /// property, the last value is assigned. Attributes are assigned after relationships, so their
    /// key paths may refer to nested values, such as `\.address.city`.
    ///
    /// ```swift
    /// users.addAttributeMapping(from: "born", to: \.birthDate, using: .date(format: "MM/dd/yyyy"))
    /// users.addAttributeMapping(from: "age", to: \.age) { $0 >= 0 ? .accept : .reject("an age") }
    /// ```
    ///
    /// - Parameters:
    ///   - source: The path to the value; the empty path is the representation itself.
    ///   - destination: The property. If its type is optional, `null` is assigned as `nil`;
    ///     otherwise `null` is an issue.
    ///   - transform: The conversion of the value; by default the conversion to the property's
    ///     type.
    ///   - isReadOnly: Whether an ``ObjectWriter`` omits the property, because only the server sets
    ///     it.
    ///   - unknownCases: The policy for raw values that are no case of an enumeration; by default
    ///     ``unknownCases`` of this mapping.
    ///   - validation: A validation, run if the value differs from the current value.
    public mutating func addAttributeMapping<Value: AttributeValue>(
        from source: some PayloadPathConvertible,
        to destination: any WritableKeyPath<Mapped, Value> & Sendable,
        using transform: ValueTransform = .default, isReadOnly: Bool = false,
        unknownCases: UnknownCasePolicy? = nil,
        validation: (@Sendable (Value) throws -> ObjectValueVerdict<Value>)? = nil
    ) {
        attributes.append(
            ObjectAttribute(
                source: PayloadPath(declared: source), destination: destination,
                transform: transform, isReadOnly: isReadOnly, policy: unknownCases,
                validation: validation))
    }

    /// Maps the key of the representation to a property.
    ///
    /// The representation is an object with a single member, as produced by
    /// ``forcesCollectionMapping``. Other paths can refer to the key by the name of the property in
    /// braces.
    ///
    /// ```swift
    /// // {"blake": {"id": 7}, "rachit": {"id": 8}}
    /// users.forcesCollectionMapping = true
    /// users.addAttributeMapping(fromKeyOfRepresentationTo: \.name)
    /// users.addAttributeMapping(from: "{name}.id", to: \.userID)
    /// ```
    ///
    /// - Parameters:
    ///   - destination: The property.
    ///   - transform: The conversion of the key.
    ///   - isReadOnly: Whether an ``ObjectWriter`` omits the property, because only the server sets
    ///     it.
    ///   - unknownCases: The policy for raw values that are no case of an enumeration; by default
    ///     ``unknownCases`` of this mapping.
    ///   - validation: A validation, run if the key differs from the current value.
    public mutating func addAttributeMapping<Value: AttributeValue>(
        fromKeyOfRepresentationTo destination: any WritableKeyPath<Mapped, Value> & Sendable,
        using transform: ValueTransform = .default, isReadOnly: Bool = false,
        unknownCases: UnknownCasePolicy? = nil,
        validation: (@Sendable (Value) throws -> ObjectValueVerdict<Value>)? = nil
    ) {
        addAttributeMapping(
            from: PayloadPath([.context(.key)]), to: destination, using: transform,
            isReadOnly: isReadOnly, unknownCases: unknownCases, validation: validation)
    }
}
