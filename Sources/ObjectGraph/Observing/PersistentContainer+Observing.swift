extension PersistentContainer {
    /// Returns the result of a request, followed by its changes by each save.
    ///
    /// The first element contains the whole result as inserted objects. Each save that changes the
    /// result, or an object in it, adds an element with the changes. The result is maintained: the
    /// rows of a save decide which of them enter, stay, move or leave. The store is asked only for
    /// rows that these depend on through relationships, for those behind a limit that runs short,
    /// and for the result after saves that do not list their objects or list very many.
    ///
    /// ```swift
    /// let request = FetchRequest("Article", sortedBy: [.descending("createdAt")], limit: 50)
    /// for try await changes in container.changes(of: request) {
    ///     changes.apply(to: &rows) { id in Row(id) }
    /// }
    /// ```
    ///
    /// Saves are observed immediately if they come from this container, or from another container
    /// that was created with the same store value and the same entities. Other saves, including
    /// saves of other processes, are observed when the store is polled. Their changes to links
    /// alone are not observed.
    ///
    /// - Parameters:
    ///   - request: The request to observe.
    ///   - interval: The polling interval for writes by others; each poll costs some microseconds;
    ///     `nil` for no polling.
    /// - Returns: A sequence that runs until its task is cancelled.
    /// - Complexity: One request to the store for the first element. A later one costs
    ///   O(*d* log *n*) for *d* saved rows and a result of *n* rows, and a few requests for each
    ///   relationship that the request follows; with a limit or an offset, O(*n*).
    public func changes(
        of request: FetchRequest, pollingEvery interval: Duration? = nil
    ) -> FetchChanges {
        FetchChanges(
            request: request, model: model, backend: backend, container: state, interval: interval)
    }

    /// Returns the result of a typed request, followed by its changes by each save.
    ///
    /// The request uses the properties of a schema struct.
    ///
    /// ```swift
    /// let best = container.changes(
    ///     of: Article.self, sortedBy: [.descending("rating")], limit: 10
    /// ) {
    ///     $0.rating >= 4
    /// }
    /// ```
    ///
    /// In all other respects it is the same as ``changes(of:pollingEvery:)->FetchChanges``.
    public func changes<E: Entity>(
        of type: E.Type, sortedBy sortKeys: [SortKey] = [], limit: Int? = nil, offset: Int = 0,
        pollingEvery interval: Duration? = nil,
        where condition: (E) -> EntityPredicate = { _ in .true }
    ) -> FetchChanges {
        let request = FetchRequest(
            E.entityName, where: condition(E.schema), sortedBy: sortKeys, limit: limit,
            offset: offset)
        return changes(of: request, pollingEvery: interval)
    }

    /// Returns the objects changed by each save, from the moment an iterator is created.
    ///
    /// Saves are observed under the conditions of ``changes(of:pollingEvery:)->FetchChanges``.
    /// Saves that are found by polling have no list of objects; they are observed from the first
    /// poll on.
    ///
    /// - Parameter interval: The polling interval for writes by others; `nil` for no polling.
    /// - Returns: A sequence that runs until its task is cancelled.
    public func saves(pollingEvery interval: Duration? = nil) -> Saves {
        Saves(model: model, backend: backend, container: state, interval: interval)
    }
}
