public import ObjectGraph
public import Payload

extension ObjectMapping {
    /// Maps a value of the representation to a property.
    ///
    /// Several mappings may have one source; of several with one destination the last wins.
    /// Attributes are applied behind the relationships, so they may lead into a nested value:
    /// `\.address.city`.
    ///
    /// ```swift
    /// users.addAttributeMapping(from: "born", to: \.birthDate, using: .date(format: "MM/dd/yyyy"))
    /// users.addAttributeMapping(from: "age", to: \.age) { $0 >= 0 ? .accept : .reject("an age") }
    /// ```
    ///
    /// - Parameters:
    ///   - source: The way to the value; the empty path is the representation itself.
    ///   - destination: The property. If its type is optional, `null` makes it `nil`; if not, `null`
    ///     is an issue.
    ///   - transform: How the value is converted; by default as the property's type says.
    ///   - isReadOnly: Whether an ``ObjectWriter`` leaves the property out, as one that only the server
    ///     sets.
    ///   - unknownCases: What happens to a word that an enumeration does not have; by default what
    ///     ``unknownCases`` says.
    ///   - validation: Judges the value where it would change something.
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
                transform: transform, isReadOnly: isReadOnly, unknownCases: unknownCases,
                validation: validation))
    }

    /// Maps the key of the representation to a property.
    ///
    /// The representation is an object with one member, as ``forcesCollectionMapping`` makes them.
    /// Its key may be a step in other paths, as a name in braces.
    ///
    /// ```swift
    /// users.forcesCollectionMapping = true                   // {"blake": {"id": 7}, "rachit": {"id": 8}}
    /// users.addAttributeMapping(fromKeyOfRepresentationTo: \.name)
    /// users.addAttributeMapping(from: "{name}.id", to: \.userID)
    /// ```
    ///
    /// - Parameters:
    ///   - destination: The property.
    ///   - transform: How the key is converted.
    ///   - isReadOnly: Whether an ``ObjectWriter`` leaves the property out, as one that only the server
    ///     sets.
    ///   - unknownCases: What happens to a word that an enumeration does not have; by default what
    ///     ``unknownCases`` says.
    ///   - validation: Judges the key where it would change something.
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
