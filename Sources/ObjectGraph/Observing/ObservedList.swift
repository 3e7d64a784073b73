#if canImport(Observation)
    public import Observation

    /// The result of a request on the main actor, which follows the store.
    ///
    /// A view that reads ``elements`` is updated by each save that changes the result or an object
    /// in it. Elements are values, since objects cannot leave their unit of work.
    ///
    /// ```swift
    /// let list = ObservedList(
    ///     of: Article.self, in: container, sortedBy: [.ascending(\Article.title)]
    /// ) { article in
    ///     article.title
    /// }
    /// ```
    ///
    /// The list is empty until the result has been read. It observes the store as long as it is
    /// referred to, or until an error. A save costs what it costs
    /// ``PersistentContainer/changes(of:pollingEvery:)-(FetchRequest,_)``. The values of inserted
    /// and updated objects are read in a background task, with one request for all of them.
    @MainActor @Observable
    public final class ObservedList<Value: Hashable & Sendable> {
        /// The value of an object, with the object's identifier.
        public struct Element: Sendable, Hashable, Identifiable {
            /// The identifier of the object.
            public let id: ManagedObjectID
            /// The value that was made of the object.
            public let value: Value
        }

        /// Reads the values of objects, without those that no longer exist.
        private typealias Reading =
            @Sendable ([ManagedObjectID]) async throws -> [ManagedObjectID: Value]

        /// The elements in the order of the request.
        ///
        /// An object that was deleted before its value was read has no element.
        public private(set) var elements: [Element] = []
        /// Indicates whether the result has been read for the first time.
        public private(set) var isLoaded = false
        /// The error that has ended the observation: a ``StoreError``, or one of the closure.
        ///
        /// The elements remain as they were. To try again, create another list.
        public private(set) var error: (any Error)?

        @ObservationIgnored private var task: Task<Void, Never>?

        /// Creates a list of the objects of a schema struct.
        ///
        /// - Parameters:
        ///   - type: The schema struct.
        ///   - container: The container, which the list retains.
        ///   - sortKeys: The order of the elements.
        ///   - limit: The greatest number of elements; `nil` for no limit.
        ///   - interval: The polling interval for writes by others; `nil` for no polling.
        ///   - condition: The condition of the objects.
        ///   - value: Makes the value of an object; called in a unit of work.
        public convenience init<E: Entity>(
            of type: E.Type, in container: PersistentContainer, sortedBy sortKeys: [SortKey] = [],
            limit: Int? = nil, pollingEvery interval: Duration? = nil,
            where condition: (E) -> EntityPredicate = { _ in .true },
            value: @escaping @Sendable (Object<E>) throws -> Value
        ) {
            let changes = container.changes(
                of: type, sortedBy: sortKeys, limit: limit, pollingEvery: interval,
                where: condition)
            self.init(changes) { ids in
                try await container.performBackgroundTask { context in
                    let objects = try context.objects(E.self, with: ids)
                    return Dictionary(
                        uniqueKeysWithValues: try objects.map { ($0.objectID, try value($0)) })
                }
            }
        }

        /// Creates a list of the objects of a request by name.
        ///
        /// - Parameters:
        ///   - request: The request.
        ///   - container: The container, which the list retains.
        ///   - interval: The polling interval for writes by others; `nil` for no polling.
        ///   - value: Makes the value of an object; called in a unit of work.
        public convenience init(
            _ request: FetchRequest, in container: PersistentContainer,
            pollingEvery interval: Duration? = nil,
            value: @escaping @Sendable (ManagedObject) throws -> Value
        ) {
            self.init(container.changes(of: request, pollingEvery: interval)) { ids in
                try await container.performBackgroundTask { context in
                    var values: [ManagedObjectID: Value] = [:]
                    if let root = context.model.layout(named: request.entityName)?.root {
                        try context.load(root: root, ids.map(\.number))
                    }
                    for id in ids {
                        if let object = try context.object(with: id) {
                            values[id] = try value(object)
                        }
                    }
                    return values
                }
            }
        }

        private init(_ changes: FetchChanges, _ read: @escaping Reading) {
            // The task must not keep the list alive, or it would never end; and it must not read
            // the store on the main actor.
            task = Task { @concurrent [weak self] in
                do {
                    var rows: [Element?] = []
                    for try await change in changes {
                        let changed = (change.inserted + change.updated).map(\.objectID)
                        let values = try await changed.isEmpty ? [:] : read(changed)
                        change.apply(to: &rows) { id in
                            values[id].map { Element(id: id, value: $0) }
                        }
                        await self?.show(rows.compactMap(\.self))
                    }
                } catch {
                    await self?.end(error)
                }
            }
        }

        private func show(_ elements: [Element]) {
            self.elements = elements
            isLoaded = true
        }

        private func end(_ error: any Error) { self.error = error }

        deinit { task?.cancel() }
    }
#endif
