extension ManagedObject {
    /// Decodes a value from the properties of the object.
    ///
    /// ```swift
    /// struct ArticleRow: Decodable, Sendable {
    ///     let title: String
    ///     let author: AuthorRow?
    /// }
    ///
    /// let rows = try container.read { context in
    ///     try context.fetch(Article.self).map { try $0.decode(as: ArticleRow.self) }
    /// }
    /// ```
    ///
    /// Coding keys are names of properties. A to-one relationship is decoded as the value of its
    /// object, or as `nil`; a to-many relationship as an array. Attributes are decoded as they are
    /// read by ``AttributeValue``, and dictionaries and arrays as containers.
    ///
    /// - Parameter type: The type to decode.
    /// - Returns: The value, which may leave the unit of work.
    /// - Throws: `DecodingError` with the coding path if a property is missing, is null or has
    ///   another type, or if an object contains itself through relationships.
    /// - Complexity: O(*n*) in the number of properties that the type decodes.
    public func decode<Decoded: Decodable>(as type: Decoded.Type = Decoded.self) throws -> Decoded {
        try PropertyDecoder(.object(self), codingPath: [], ancestors: []).decode(type)
    }
}

extension Object {
    /// Decodes a value from the properties of the object; see ``ManagedObject/decode(as:)``.
    ///
    /// - Parameter type: The type to decode.
    /// - Returns: The value, which may leave the unit of work.
    /// - Throws: `DecodingError` with the coding path.
    public func decode<Decoded: Decodable>(as type: Decoded.Type = Decoded.self) throws -> Decoded {
        try managedObject.decode(as: type)
    }
}
