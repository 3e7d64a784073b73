import MercatorPayload

/// The name of a property in issues and events.
struct PropertyLabel: Hashable {
    /// The name of the mapping.
    let mapping: String
    /// The name of the property if it is available at run time; otherwise the source path.
    let name: String
    let source: PayloadPath

    /// Derives the name from the key path of a property.
    ///
    /// The description of a stored property of a struct is `\User.name`; the description of a
    /// computed property can contain an address instead of a name, and the source path is used.
    init(mapping: String, source: PayloadPath, destination: AnyKeyPath) {
        self.mapping = mapping
        self.source = source
        let path = "\(destination)"
        let isNamed = path.allSatisfy { $0.isLetter || $0.isNumber || "\\._?!".contains($0) }
        let steps = path.drop { $0 != "." }.dropFirst()
        name = isNamed && !steps.isEmpty && steps != "self" ? String(steps) : source.description
    }
}
