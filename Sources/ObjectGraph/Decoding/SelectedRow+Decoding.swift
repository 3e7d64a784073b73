extension SelectedRow {
    /// Decodes a value from the columns of the row.
    ///
    /// ```swift
    /// struct Standing: Decodable {
    ///     let author: String?
    ///     let count: Int
    /// }
    ///
    /// let name = ValueExpression("author.name").named("author")
    /// let standings = try context.select(SelectRequest("Article", [name, .count]))
    ///     .map { try $0.decode(as: Standing.self) }
    /// ```
    ///
    /// Coding keys are names of columns; see ``ValueExpression/named(_:)``. Values are decoded as
    /// they are from attributes, see ``ManagedObject/decode(as:)``.
    ///
    /// - Parameter type: The type to decode.
    /// - Returns: The value.
    /// - Throws: `DecodingError` with the coding path if a column is missing, is null or has
    ///   another type.
    public func decode<Decoded: Decodable>(as type: Decoded.Type = Decoded.self) throws -> Decoded {
        try PropertyDecoder(.row(self), codingPath: [], ancestors: []).decode(type)
    }
}
