extension Entity {
    /// Returns a predicate that holds for objects in which a search finds what it looks for.
    ///
    /// ```swift
    /// let posts = try context.fetch(Post.self) {
    ///     $0.matches("harbour -storm", in: \.title, \.author.name) && $0.likes > 10
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - query: The words, see ``SearchQuery``.
    ///   - attributes: The texts, which may belong to related objects; without any, the
    ///     attributes that are declared searchable.
    /// - Returns: A predicate, see ``EntityPredicate/matches(_:in:)``.
    public func matches(
        _ query: SearchQuery, in attributes: PartialKeyPath<Self>...
    ) -> EntityPredicate {
        EntityPredicate(.search(query, attributes.map(Self.searchedPath)))
    }

    /// Returns the path of a text; for another key path one that leads nowhere, so that the request
    /// names it.
    static func searchedPath(_ attribute: PartialKeyPath<Self>) -> PropertyPath {
        switch schema[keyPath: attribute] {
        case let values as any AggregatedValues: values.path
        case let value as any SelectableProperty: value.expression.searchedPath(attribute)
        default: PropertyPath(components: ["\(attribute)"])
        }
    }
}

extension ValueExpression {
    /// The path of an attribute; for an aggregate, the key path, which leads nowhere.
    fileprivate func searchedPath(_ keyPath: AnyKeyPath) -> PropertyPath {
        if case .attribute(let path) = content {
            path
        } else {
            PropertyPath(components: ["\(keyPath)"])
        }
    }
}
