public import EntityMapper
public import MercatorPayload
public import ObjectGraph

/// An operation that maps payloads to plain Swift values.
///
/// ```swift
/// let options = MappingOptions(failurePolicy: .skipValue)
/// var operation = ObjectMappingOperation(users, options: options)
/// operation.metadata["page"] = 2
/// let result = try operation.run(bytes, at: "users")
/// ```
///
/// For several root paths with different types, run several operations on the same
/// ``PayloadDocument``, which is then parsed once.
public struct ObjectMappingOperation<Mapped>: Sendable {
    /// The mapping.
    public let mapping: any PlainMapping<Mapped>
    /// The treatment of invalid values and records.
    public var options: MappingOptions
    /// The values of paths that begin with `@metadata`, such as the headers of a response.
    ///
    /// The engine adds an object `mapping` with `collectionIndex`, the index of a record in its
    /// array, and `rootKeyPath`.
    public var metadata: [String: Value] = [:]
    /// The observer, notified of every decision.
    public var observer: (any MappingObserver)?

    /// Creates an operation, which can run any number of times in any number of tasks.
    ///
    /// - Parameters:
    ///   - mapping: The mapping.
    ///   - options: The treatment of invalid values and records.
    public init(_ mapping: some PlainMapping<Mapped>, options: MappingOptions = MappingOptions()) {
        self.mapping = mapping
        self.options = options
    }

    /// Maps a payload.
    ///
    /// - Parameters:
    ///   - payload: The payload: a string, bytes, or a parsed document.
    ///   - path: The path from the top of the payload to a representation or an array of them.
    ///   - target: A value into which a single representation is mapped; a class instance is
    ///     updated in place. Arrays are mapped as without a target.
    /// - Returns: The values and the issues.
    /// - Throws: `PayloadError` if a string or bytes are not valid JSON, ``MappingPlanError`` if
    ///   the mapping is invalid, ``MappingError`` if the path is absent, if a dynamic mapping
    ///   selects a mapping for values of another type than the target, or if the failure policy
    ///   requires it. In these cases the target is unchanged.
    /// - Complexity: O(payload × mapped properties) at most.
    public func run(
        _ payload: some PayloadConvertible,
        at path: some PayloadPathConvertible = PayloadPath.root, into target: Mapped? = nil
    ) throws -> ObjectMappingResult<Mapped> {
        let document = try PayloadDocument(payload)
        let path = PayloadPath(declared: path)
        let mapper = mapping.makePlan().mapper
        try ObjectMappingCheck.run(mapper, at: path)
        let session = try ObjectSession(
            document, at: path, options: options, metadata: metadata, observer: observer)
        session.notify(.willMap, "")
        let values = try map(document, by: mapper, into: target, session)
        session.notify(.didMap, "")
        return ObjectMappingResult(
            rootPath: path, values: values, issues: session.issues.issues(in: session.document),
            issueCount: session.issues.total, isSingle: session.isSingle)
    }

    /// Reads all representations before applying any.
    ///
    /// As a result, nothing has changed if an error is thrown.
    private func map(
        _ document: PayloadDocument, by mapper: any RecordMapper<Mapped>, into target: Mapped?,
        _ session: ObjectSession
    ) throws(MappingError) -> [Mapped] {
        let found: PathMatch
        switch session.findRoot() {
        case .found(let position): found = position
        case .absent:
            session.notify(.missedRoot, mapper.name, source: session.rootPath)
            throw MappingError(unmapped: document, at: [session.rootPath])
        case .mismatch(let position, let expected):
            try session.report(
                .unexpectedKind, at: position, subject: "the root path '\(session.rootPath)'",
                expected: expected, found: session.document.tape.word(at: position))
            throw MappingError(unmapped: document, at: [session.rootPath])
        }
        session.notify(.foundRoot, mapper.name, source: session.rootPath)
        let walk = ObjectWalk(
            record: nil, around: nil, isMany: true, forcesCollection: mapper.form.isCollection)
        var items: [(item: PreparedObject<Mapped>, target: Mapped?)] = []
        _ = try session.walk(found, walk) { record throws(MappingError) in
            session.isSingle = record.index == .single
            let existing = record.index == .single ? target : nil
            let outcome = try mapper.prepare(record, existing: existing, session)
            guard case .ready(let item) = outcome else { return false }
            items.append((item, existing))
            return true
        }
        guard !items.isEmpty || session.declined == 0 || session.issues.total > 0 else {
            throw MappingError(declined: session.declined)
        }
        return items.map { item, target in
            target.flatMap { item.update($0)?.value } ?? item.make()
        }
    }
}
