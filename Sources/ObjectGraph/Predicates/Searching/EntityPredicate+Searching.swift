extension EntityPredicate {
    /// Returns a predicate that holds for objects in which a search finds what it looks for.
    ///
    /// The words may be in different attributes, the words of a phrase are in one.
    ///
    /// ```swift
    /// let posts = try context.fetch("Post", where: .matches("harbour -storm") && recent)
    /// let byAnna = EntityPredicate.matches("anna harbour", in: ["title", "author.name"])
    /// ```
    ///
    /// Attributes that are declared searchable have an index; others are read text by text.
    ///
    /// - Parameters:
    ///   - query: The words, see ``SearchQuery``.
    ///   - paths: The paths of the texts, which may cross relationships; without any, the
    ///     attributes of the entity that are declared searchable.
    /// - Returns: A predicate whose requests fail with code `invalidRequest` if a path leads to no
    ///   text, or if the entity has no searchable attributes and there are no paths.
    public static func matches(
        _ query: SearchQuery, in paths: [String] = []
    ) -> EntityPredicate {
        EntityPredicate(.search(query, paths.map(PropertyPath.init)))
    }
}
