/// A unit of work on an object graph, with collected changes.
///
/// It reads a consistent state of a store, and saves all changes together.
///
/// A context belongs to one task and is not `Sendable`; ``PersistentContainer/perform(_:)`` passes
/// one to a closure. Only values and identifiers can leave it.
///
/// ```swift
/// let id = try container.perform { context in
///     let article = context.insert("Article")
///     article["title"] = "Hello"
///     try context.save()
///     return article.objectID
/// }
/// ```
///
/// Changes are immediately visible to fetches and at both ends of a relationship. Reading a
/// property may read from the store; if that fails, the property reads as empty, and the next
/// ``save()`` and the end of `perform` throw the error, so that no change based on missing data is
/// saved. A stored value that does not fit its Swift type is not such a failure: only the next
/// ``save()`` throws.
public final class ManagedObjectContext {
    /// The model of the graph.
    public let model: ManagedObjectModel
    package let backend: any StoreBackend
    #if DEBUG
        /// The rows, links and pending changes of the context, as one value.
        ///
        /// Restoring a copy undoes later changes.
        package var state: GraphState
    #else
        /// The rows, links and pending changes of the context, as one value.
        ///
        /// Each read of an attribute reads it, and the check of a release build that no accesses
        /// overlap took a seventh of the time.
        ///
        /// - Invariant: Accesses do not overlap: no method of the state calls anything outside of
        ///   it. Debug builds, which the tests are, check this.
        @inlinable package var state: GraphState {
            _read { yield unsafe uncheckedState }
            _modify { yield unsafe &uncheckedState }
        }
        @usableFromInline @exclusivity(unchecked) var uncheckedState: GraphState
    #endif
    /// The first error of a read that could not throw.
    package internal(set) var readFailure: StoreError?
    /// The error for the first stored value that was read and does not fit its Swift type.
    var unreadableValue: StoreError?
    /// The number of objects that are prefetched by the next miss, by relationship.
    var readAlong: [Int]
    /// The number of successful saves; a savepoint is valid until the next one.
    var saves = 0
    /// The number of times the context has switched to a newer state of the store.
    package private(set) var views = 0
    /// The savepoints at the start of the active nested units of work, outermost first.
    var nestedStarts: [Savepoint] = []
    /// The last temporary number of an object without a stored number, counting down from zero.
    var makeshiftNumbers: Int64 = 0
    /// The properties at the key paths of schema structs.
    private(set) var properties = PropertyMemory()
    private var openReader: (any StoreReader)?
    /// The registered connections of the view, once they have been read.
    private var registered: RegisteredConnections?
    /// The oldest version of the store that pending changes are based on, of closed views.
    private var earlierVersion: StoreVersion?
    private var schemas: [ObjectIdentifier: any Entity] = [:]

    package init(model: ManagedObjectModel, backend: any StoreBackend) {
        self.model = model
        self.backend = backend
        #if DEBUG
            state = GraphState(model: model)
        #else
            unsafe uncheckedState = GraphState(model: model)
        #endif
        readAlong = Array(repeating: 1, count: model.relationships.count)
    }

    /// Returns the view of the store for this unit of work, created on first use.
    package func reader() throws(StoreError) -> any StoreReader {
        if let openReader { return openReader }
        let reader = try backend.makeReader()
        openReader = reader
        return reader
    }

    /// Returns the connections that are registered in the view, which are read once.
    package func registeredConnections() throws(StoreError) -> RegisteredConnections {
        if let registered { return registered }
        let read = try reader().registeredConnections()
        registered = read
        return read
    }

    /// Closes the view, so that the next read includes all commits up to then.
    package func closeReader() {
        if state.hasChanges { earlierVersion = baseVersion }
        openReader?.close()
        openReader = nil
        registered = nil
        views += 1
    }

    /// Reserves numbers for new objects of an inheritance tree.
    package func reserveNumbers(_ count: Int, root: Int) throws(StoreError) -> Range<Int64> {
        try backend.reserveNumbers(count, root: root, beside: openReader)
    }

    /// The oldest store version that pending changes are based on; `nil` without a read.
    var baseVersion: StoreVersion? {
        guard let earlierVersion else { return openReader?.version }
        return earlierVersion.completed(by: openReader?.version)
    }

    /// Discards the versions of closed views, after a save or when all changes are undone.
    func forgetVersions() { earlierVersion = nil }

    /// Returns the schema struct of an entity, looked up and checked once for each context.
    ///
    /// A schema struct that cannot be read is a programming error, regardless of the stored data.
    @usableFromInline
    func schema<E: Entity>(_ type: E.Type) -> E {
        do throws(StoreError) {
            return try readableSchema(type)
        } catch {
            preconditionFailure(error.message)
        }
    }

    /// Returns the schema struct of an entity, for callers that can throw.
    ///
    /// - Throws: ``StoreError`` with code `invalidRequest` if an attribute has no substitute for
    ///   stored values that do not fit.
    @usableFromInline
    func readableSchema<E: Entity>(_ type: E.Type) throws(StoreError) -> E {
        if let known = schemas[ObjectIdentifier(type)] as? E { return known }
        if let problem = model.problem(ofReading: type) {
            throw StoreError(.invalidRequest, problem)
        }
        let schema = E.schema
        schemas[ObjectIdentifier(type)] = schema
        return schema
    }

    /// Adds the property at a key path to the memory, and returns its index.
    func addProperty(_ path: AnyKeyPath, _ name: String, of entityName: String) -> Int {
        // If no access spans a call, the compiler omits the checks of all accesses. Without the
        // second line, the memory would be copied.
        var memory = properties
        properties = PropertyMemory()
        defer { properties = memory }
        return memory.add(path, name, of: entityName, model)
    }

    /// Records, for the next save, that a stored value does not fit the Swift type it was read as.
    func noteUnreadable(
        _ object: ManagedObject, _ attribute: String, _ type: String, _ stored: Value
    ) {
        guard unreadableValue == nil else { return }
        let found =
            !stored.isNull
            ? "\(stored.kindWord) that is not one" : object.exists ? "none" : "no such object"
        unreadableValue = StoreError(
            .unreadableValue,
            "\(object.objectID).\(attribute): expected a value of type \(type), found \(found); "
                + "set another one before it is read, or roll back")
    }

    /// Runs a read in a context that cannot throw, and records its error for the next save.
    func recordingFailure<Result>(
        _ fallback: Result, _ read: () throws(StoreError) -> Result
    ) -> Result {
        do {
            return try read()
        } catch {
            readFailure = readFailure ?? error
            return fallback
        }
    }
}

extension ManagedObjectContext {
    /// Indicates whether there are pending changes.
    public var hasChanges: Bool { state.hasChanges }

    /// Discards all unsaved changes and all read data.
    ///
    /// In a nested unit of work, only the changes of that unit are discarded; see ``perform(_:)``.
    public func rollback() {
        if let start = nestedStarts.last {
            rollback(to: start)
            readFailure = nil
            return
        }
        state.forgetAll()
        readFailure = nil
        unreadableValue = nil
        closeReader()
        forgetVersions()
    }

    /// Discards all read data, so that the next reads include other saves.
    ///
    /// Pending changes remain, and with them the error of a read they may be based on.
    public func refresh() {
        state.forgetRead()
        if !state.hasChanges {
            readFailure = nil
            unreadableValue = nil
        }
        closeReader()
    }
}
