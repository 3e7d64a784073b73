extension PersistentContainer {
    /// The result of a request, and what each save does to it.
    ///
    /// The first element has the whole result as inserted objects. After each save that changes the
    /// result, or an object in it, comes one that says what it did. Saves that cannot matter ask the
    /// store nothing.
    ///
    /// ```swift
    /// let request = FetchRequest("Article", sortedBy: [.descending("createdAt")], limit: 50)
    /// for try await changes in container.changes(of: request) {
    ///     changes.apply(to: &rows) { id in Row(id) }
    /// }
    /// ```
    ///
    /// Saves are seen at once if they come from this container or from another one that was made with
    /// the same store value and the same entities. Others, those of other processes among them, are
    /// seen when the store is asked for them. What they did to links alone, they do not tell.
    ///
    /// - Parameters:
    ///   - request: What to look at.
    ///   - interval: How often to ask whether somebody else has written, which costs some
    ///     microseconds each time; `nil` never asks.
    /// - Returns: A sequence that runs until its task is cancelled.
    /// - Complexity: One request to the store for each element, and for some saves that come to
    ///   nothing.
    public func changes(
        of request: FetchRequest, pollingEvery interval: Duration? = nil
    ) -> FetchChanges {
        FetchChanges(request: request, model: model, backend: backend, interval: interval)
    }

    /// The result of a request, written with the properties of a schema struct, and what each save
    /// does to it.
    ///
    /// ```swift
    /// let best = container.changes(of: Article.self, sortedBy: [.descending("rating")], limit: 10) {
    ///     $0.rating >= 4
    /// }
    /// ```
    ///
    /// Otherwise as ``changes(of:pollingEvery:)``.
    public func changes<E: Entity>(
        of type: E.Type, sortedBy sortKeys: [SortKey] = [], limit: Int? = nil, offset: Int = 0,
        pollingEvery interval: Duration? = nil,
        where condition: (E) -> EntityPredicate = { _ in .true }
    ) -> FetchChanges {
        let request = FetchRequest(
            E.entityName, where: condition(E()), sortedBy: sortKeys, limit: limit, offset: offset)
        return changes(of: request, pollingEvery: interval)
    }

    /// Which objects each save is about, whatever they are, from the moment an iterator is made.
    ///
    /// Whose saves are seen at once, and whose when the store is asked, is as with
    /// ``changes(of:pollingEvery:)``. Of the latter the objects are not known, and they count from the
    /// first question on.
    ///
    /// - Parameter interval: How often to ask whether somebody else has written; `nil` never asks.
    /// - Returns: A sequence that runs until its task is cancelled.
    public func saves(pollingEvery interval: Duration? = nil) -> Saves {
        Saves(model: model, backend: backend, interval: interval)
    }
}
