/// Resolving searches.
extension PredicateResolver {
    /// Resolves a search to the conditions on single texts that it consists of.
    func search(
        _ query: SearchQuery, _ paths: [PropertyPath]
    ) throws(StoreError) -> ResolvedPredicate {
        let paths = paths.isEmpty ? try searchablePaths() : paths
        var texts: [SearchedText] = []
        for path in paths { texts.append(try searchedText(path)) }
        guard let root = query.root else { return .constant(false) }
        let areOwn = texts.allSatisfy { $0.path.components.count == 1 }
        return areOwn ? try search(root, texts) : try resolvePart(root.predicate(on: texts))
    }

    /// Resolves a search in texts of the object itself, as few searches of an index as possible.
    private func search(
        _ query: SearchQuery.Node, _ texts: [SearchedText]
    ) throws(StoreError) -> ResolvedPredicate {
        if query.isPositive {
            var paths: [ResolvedPath] = []
            for text in texts { paths.append(try attribute(text.path)) }
            return .search(
                ResolvedSearch(
                    query: query, paths: paths,
                    condition: try resolvePart(query.predicate(on: texts))))
        }
        switch query {
        case .term(let term):
            return try resolvePart(SearchQuery.Node.term(term).predicate(on: texts))
        case .not(let inner): return .not(try search(inner, texts))
        case .and(let parts): return .allOf(try search(parts, texts))
        case .or(let parts): return .anyOf(try search(parts, texts))
        }
    }

    private func search(
        _ parts: [SearchQuery.Node], _ texts: [SearchedText]
    ) throws(StoreError) -> [ResolvedPredicate] {
        var resolved: [ResolvedPredicate] = []
        for part in parts { resolved.append(try search(part, texts)) }
        return resolved
    }

    /// Returns the paths of the entity's searchable attributes.
    func searchablePaths() throws(StoreError) -> [PropertyPath] {
        let layout = model.layouts[entity]
        let names = layout.slots.compactMap(\.attribute).filter(\.isSearchable).map(\.name)
        guard !names.isEmpty else {
            throw StoreError(
                .invalidRequest,
                "\(layout.name): no attribute is searchable; declare one with isSearchable, or "
                    + "name the attributes to search")
        }
        return names.map(PropertyPath.init)
    }

    /// Checks that a path leads to texts, in related objects if it crosses to-many relationships.
    private func searchedText(_ path: PropertyPath) throws(StoreError) -> SearchedText {
        let text = SearchedText(
            path: path, crossesToMany: crossing(path, isAboutObjects: false) != nil)
        // Resolving reports what is wrong with the path.
        _ = try resolvePart(text.contains(TextMatch(.words, "", [])))
        return text
    }
}

/// A text in which a search looks.
private struct SearchedText {
    let path: PropertyPath
    let crossesToMany: Bool

    /// Returns the condition that the text contains words.
    func contains(_ match: TextMatch) -> EntityPredicate {
        let condition = EntityPredicate(.text(path, match))
        return crossesToMany ? .any(condition) : condition
    }
}

extension SearchQuery.Node {
    /// Indicates whether only texts with some of the words can satisfy the condition.
    fileprivate var isPositive: Bool {
        switch self {
        case .term: true
        case .not: false
        case .or(let parts): parts.allSatisfy(\.isPositive)
        case .and(let parts):
            parts.contains(where: \.isPositive)
                && parts.allSatisfy { part in
                    if case .not(let inner) = part { inner.isPositive } else { part.isPositive }
                }
        }
    }

    /// Returns the condition on the texts of an object.
    fileprivate func predicate(on texts: [SearchedText]) -> EntityPredicate {
        switch self {
        case .term(let term): .any(texts.map { $0.contains(term.match) })
        case .not(let inner): !inner.predicate(on: texts)
        case .and(let parts): .all(parts.map { $0.predicate(on: texts) })
        case .or(let parts): .any(parts.map { $0.predicate(on: texts) })
        }
    }
}
