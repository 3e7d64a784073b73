public import EntityMapper
public import HTTPValues
public import ObjectGraph
public import RemotePlanning

/// Lists in pages, and previews.
///
/// `arguments`, `query` and `headers` have the same meaning as in ``RemotePlan``; `headers` are
/// sent with each page.
extension ObjectManager {
    /// Returns the pages of a list by the name of its route, whose method is GET.
    ///
    /// ```swift
    /// let pages = manager.pages("articles", query: ["page_size": 100], by: .number())
    /// for try await page in pages { print(page) }
    /// ```
    ///
    /// - Parameters:
    ///   - name: The name of the route.
    ///   - arguments: The arguments of the pattern.
    ///   - query: The query of the first page.
    ///   - headers: Header fields.
    ///   - style: The paging style of the server.
    ///   - options: The settings.
    /// - Returns: The pages.
    public func pages(
        _ name: String, arguments: [String: Value] = [:], query: [String: Value] = [:],
        headers: HeaderFields = [:], by style: PageStyle, options: PageOptions = PageOptions()
    ) -> PageSequence {
        PageSequence(self, style, options) { [plan] () throws(RemoteError) in
            try plan.request(named: name, arguments: arguments, query: query, headers: headers)
        }
    }

    /// Returns the pages of a list by path.
    ///
    /// - Parameters:
    ///   - path: The path relative to the base.
    ///   - query: The query of the first page.
    ///   - headers: Header fields.
    ///   - style: The paging style of the server.
    ///   - options: The settings.
    /// - Returns: The pages.
    public func pages(
        path: String, query: [String: Value] = [:], headers: HeaderFields = [:],
        by style: PageStyle, options: PageOptions = PageOptions()
    ) -> PageSequence {
        PageSequence(self, style, options) { [plan] () throws(RemoteError) in
            try plan.request(path: path, query: query, headers: headers)
        }
    }

    /// Returns the pages of the objects of a relationship.
    ///
    /// - Parameters:
    ///   - relationship: The name of the relationship.
    ///   - object: The object with the relationship, which must be saved.
    ///   - arguments: Arguments of the pattern.
    ///   - query: The query of the first page.
    ///   - headers: Header fields.
    ///   - style: The paging style of the server.
    ///   - options: The settings.
    /// - Returns: The pages.
    public func pages(
        relationship: String, of object: ManagedObjectID, arguments: [String: Value] = [:],
        query: [String: Value] = [:], headers: HeaderFields = [:], by style: PageStyle,
        options: PageOptions = PageOptions()
    ) -> PageSequence {
        PageSequence(self, style, options) { [self] () async throws(RemoteError) in
            try await request(about: object) { [plan] object in
                try plan.request(
                    forRelationship: relationship, of: object, arguments: arguments, query: query,
                    headers: headers)
            }
        }
    }

    /// Previews the changes of loading a list by the name of its route, without saving.
    ///
    /// ```swift
    /// let preview = try await manager.preview("articles")
    /// guard preview.changes.count(.deleted) < 10 else { return ask(preview.changes) }
    /// try await manager.load("articles")
    /// ```
    ///
    /// ``PageSequence/preview()`` does the same for lists in pages and for relationships.
    ///
    /// - Parameters:
    ///   - name: The name of the route, whose method is GET.
    ///   - arguments: The arguments of the pattern.
    ///   - query: The query.
    ///   - headers: Header fields.
    /// - Returns: The result, or none if the response has nothing to map, and the changes.
    /// - Throws: ``RemoteError``.
    public func preview(
        _ name: String, arguments: [String: Value] = [:], query: [String: Value] = [:],
        headers: HeaderFields = [:]
    ) async throws(RemoteError) -> DryRun<[MappingResult]> {
        try await pages(name, arguments: arguments, query: query, headers: headers, by: .single)
            .preview()
    }

    /// Previews the changes of loading a path, without saving.
    ///
    /// - Parameters:
    ///   - path: The path relative to the base.
    ///   - query: The query.
    ///   - headers: Header fields.
    /// - Returns: The result, or none if the response has nothing to map, and the changes.
    /// - Throws: ``RemoteError``.
    public func preview(
        path: String, query: [String: Value] = [:], headers: HeaderFields = [:]
    ) async throws(RemoteError) -> DryRun<[MappingResult]> {
        try await pages(path: path, query: query, headers: headers, by: .single).preview()
    }
}
