/// Derives attribute names from keys.
package enum AttributeName {
    /// Returns the name of the attribute at a path within the record.
    ///
    /// ```swift
    /// AttributeName.of(path: ["address", "city"])   // "addressCity"
    /// AttributeName.of(path: ["HTML-url"])          // "htmlURL"
    /// ```
    ///
    /// A path without letters and digits gives `field1`.
    package static func of(path: [String]) -> String {
        let name = NameWords.joining(path).lowerCamel
        return NameLength.shortened(name.isEmpty ? "field1" : name, key: hashed(path))
    }

    /// Returns the name of an identification attribute.
    ///
    /// A key of class A is prefixed with the entity, `id` to `articleID`, so that mappings by
    /// convention find it; other keys keep their name.
    package static func identity(key: String, entity: String) -> String {
        guard IdentityNames.class(of: key, entity: entity)?.letter == .a else {
            return of(path: [key])
        }
        let name = entity.prefix(1).lowercased() + entity.dropFirst() + "ID"
        return NameLength.shortened(name, key: entity)
    }

    /// Returns an injective text of a path, which is hashed.
    static func hashed(_ path: [String]) -> String {
        path.map { "\($0.utf8.count) \($0)" }.joined(separator: "\n")
    }
}
