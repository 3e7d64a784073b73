public import ObjectGraph
public import Payload

/// Maps payloads to plain Swift values, with options.
///
/// ```swift
/// var operation = ObjectMappingOperation(users, options: MappingOptions(failurePolicy: .skipValue))
/// operation.metadata["page"] = 2
/// let result = try operation.run(bytes, at: "users")
/// ```
///
/// Several root paths, each with its own type, are several operations on one ``PayloadDocument``,
/// which is parsed once.
public struct ObjectMappingOperation<Mapped>: Sendable {
    /// The mapping.
    public let mapping: any PlainMapping<Mapped>
    /// How what does not fit is treated.
    public var options: MappingOptions
    /// What paths that begin with `@metadata` find, such as the headers of a response.
    ///
    /// The engine adds an object `mapping` to it: `collectionIndex`, the place of a record in its
    /// list, and `rootKeyPath`.
    public var metadata: [String: Value] = [:]
    /// Who is told of every decision.
    public var observer: (any MappingObserver)?

    /// Makes an operation; it can run any number of times, in any number of tasks.
    ///
    /// - Parameters:
    ///   - mapping: The mapping.
    ///   - options: How what does not fit is treated.
    public init(_ mapping: some PlainMapping<Mapped>, options: MappingOptions = MappingOptions()) {
        self.mapping = mapping
        self.options = options
    }

    /// Maps a payload.
    ///
    /// - Parameters:
    ///   - payload: The payload: a text, bytes, or a document that was parsed before.
    ///   - path: The way from the top of the payload to a representation or an array of them.
    ///   - target: A value that a single representation is mapped into; an instance of a class is
    ///     updated itself. Lists are mapped as without it.
    /// - Returns: The values, and what did not fit.
    /// - Throws: `PayloadError` if a text or bytes are no JSON, ``MappingPlanError`` if the mapping
    ///   cannot work, ``MappingError`` if nothing is at the path, if a dynamic mapping chooses a mapping
    ///   for other values than the target, or the failure policy says so. The target is as before
    ///   then.
    /// - Complexity: O(payload), times the number of mapped properties at most.
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

    /// Reads all representations, then applies what fits: whoever throws has changed nothing.
    private func map(
        _ document: PayloadDocument, by mapper: any RecordMapper<Mapped>, into target: Mapped?,
        _ session: ObjectSession
    ) throws(MappingError) -> [Mapped] {
        let found: Found
        switch session.findRoot() {
        case .found(let place): found = place
        case .absent:
            session.notify(.missedRoot, mapper.name, source: session.rootPath)
            throw MappingError(unmapped: document, at: [session.rootPath])
        case .misfit(let place, let expected):
            try session.report(
                .unexpectedKind, at: place, subject: "the root path '\(session.rootPath)'",
                expected: expected, found: session.document.tape.word(at: place))
            throw MappingError(unmapped: document, at: [session.rootPath])
        }
        session.notify(.foundRoot, mapper.name, source: session.rootPath)
        let walk = ObjectWalk(
            record: nil, around: nil, isMany: true, forcesCollection: mapper.forcesCollection)
        var items: [(item: PreparedObject<Mapped>, target: Mapped?)] = []
        _ = try session.walk(found, walk) { record throws(MappingError) in
            session.isSingle = record.index == Record.single
            let existing = record.index == Record.single ? target : nil
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
