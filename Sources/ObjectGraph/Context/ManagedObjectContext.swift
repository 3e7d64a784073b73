/// A unit of work on an object graph: it reads one consistent state of a store, collects changes,
/// and saves them all at once.
///
/// A context belongs to one task and is not `Sendable`; ``PersistentContainer/perform(_:)`` hands
/// one to a closure. Only values and identifiers leave it.
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
/// What is changed is seen at once by fetches and by both ends of a relationship. Reading a property
/// may read from the store; should that fail, the property reads as empty, and the next
/// ``save()`` and the end of `perform` throw the error: nothing is written on a wrong picture. A
/// stored value that does not fit its Swift type is no such failure: only the next ``save()`` throws.
public final class ManagedObjectContext {
    /// The model of the graph.
    public let model: ManagedObjectModel
    package let backend: any StoreBackend
    /// Everything the context knows and has changed, as one value: a copy undoes what follows.
    package var state: GraphState
    /// The first failure of a read that could not throw.
    package internal(set) var readFailure: StoreError?
    /// The first stored value that was read and does not fit its Swift type.
    var unreadableValue: StoreError?
    /// By relationship: for how many objects the next question is answered at once.
    var readAlong: [Int]
    /// How many saves have succeeded; a savepoint serves until the next one.
    var saves = 0
    /// How often the context has turned to a newer state of the store.
    private(set) var views = 0
    /// Where the nested units of work that are running began, from the outermost inwards.
    var nestedStarts: [Savepoint] = []
    /// How many objects had to make do without a number of the store.
    var makeshiftNumbers: Int64 = 0
    /// What the key paths of schema structs lead to.
    var properties = PropertyMemory()
    private var openReader: (any StoreReader)?
    private var schemas: [ObjectIdentifier: any Entity] = [:]

    package init(model: ManagedObjectModel, backend: any StoreBackend) {
        self.model = model
        self.backend = backend
        state = GraphState(model: model)
        readAlong = Array(repeating: 1, count: model.relationships.count)
    }

    /// The view of the store for this unit of work; made when first needed.
    package func reader() throws(StoreError) -> any StoreReader {
        if let openReader { return openReader }
        let reader = try backend.makeReader()
        openReader = reader
        return reader
    }

    /// Lets the next read see what is committed by then.
    package func closeReader() {
        openReader = nil
        views += 1
    }

    /// The schema struct of an entity, made once for each context.
    ///
    /// A type that could not be read whatever the store has is misuse, and never depends on data.
    @usableFromInline
    func schema<E: Entity>(_ type: E.Type) -> E {
        do throws(StoreError) {
            return try readableSchema(type)
        } catch {
            preconditionFailure(error.message)
        }
    }

    /// The same for those that can throw.
    ///
    /// - Throws: ``StoreError`` with code `invalidRequest` if an attribute has a type of which nothing
    ///   can be read where the stored value does not fit.
    @usableFromInline
    func readableSchema<E: Entity>(_ type: E.Type) throws(StoreError) -> E {
        if let known = schemas[ObjectIdentifier(type)] as? E { return known }
        if let problem = model.problem(ofReading: type) {
            throw StoreError(.invalidRequest, problem)
        }
        let schema = E()
        schemas[ObjectIdentifier(type)] = schema
        return schema
    }

    /// Keeps for the next save that a stored value does not fit the Swift type it was read as.
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

    /// Runs a read that has no way to throw, and keeps its failure for the next save.
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
    /// Whether a save would have something to look at.
    public var hasChanges: Bool { state.hasChanges }

    /// Drops every change that was not saved, and everything that was read.
    ///
    /// In a nested unit of work it drops what that unit has changed; see ``perform(_:)``.
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
    }

    /// Forgets what was read, so that the next reads see what others have saved.
    ///
    /// Changes stay, and with them the failure of a read they may rest on.
    public func refresh() {
        state.forgetRead()
        if !state.hasChanges {
            readFailure = nil
            unreadableValue = nil
        }
        closeReader()
    }
}
