public import ObjectGraph
public import Payload

/// Maps any number of payloads into one container and saves once: the way to a seed.
///
/// What one payload refers to may be in a later one, or in none: connections are completed over all
/// of them at the end.
///
/// ```swift
/// var importer = ManagedObjectImporter()
/// try importer.add(articles, named: "articles.json", using: plan)
/// try importer.add(authors, named: "authors.json", using: plan)
/// let result = try importer.run(in: container)
/// try result.requireNoIssues()
/// ```
///
/// Source: RestKit's `RKManagedObjectImporter`.
public struct ManagedObjectImporter: Sendable {
    /// How what does not fit is treated, in every payload.
    public var options: MappingOptions
    /// Whether what the container holds goes first, in the same save.
    ///
    /// Numbers of the objects that go are not given again.
    public var emptiesStoreFirst: Bool
    private var payloads: [Source] = []

    /// The names of the payloads, in their order.
    var payloadNames: [String] { payloads.map(\.name) }

    private struct Source: Sendable {
        let name: String
        let document: PayloadDocument
        let plan: MappingPlan
    }

    /// Makes an importer without payloads.
    ///
    /// - Parameters:
    ///   - options: How what does not fit is treated.
    ///   - emptiesStoreFirst: Whether what the container holds goes first.
    public init(options: MappingOptions = MappingOptions(), emptiesStoreFirst: Bool = false) {
        self.options = options
        self.emptiesStoreFirst = emptiesStoreFirst
    }

    /// Adds a text or bytes of JSON.
    ///
    /// - Parameters:
    ///   - payload: The payload.
    ///   - name: What messages and the result call it, such as the name of its file.
    ///   - plan: How it is mapped.
    /// - Throws: ``MappingError`` with code `importFailed` if the payload is no JSON.
    public mutating func add(
        _ payload: some PayloadConvertible, named name: String, using plan: MappingPlan
    ) throws(MappingError) {
        do {
            add(try PayloadDocument(payload), named: name, using: plan)
        } catch {
            throw MappingError(.importFailed, "'\(name)' is not JSON: \(error)", cause: error)
        }
    }

    /// Adds a payload.
    ///
    /// - Parameters:
    ///   - document: The payload.
    ///   - name: What messages and the result call it.
    ///   - plan: How it is mapped.
    public mutating func add(
        _ document: PayloadDocument, named name: String, using plan: MappingPlan
    ) {
        payloads.append(Source(name: name, document: document, plan: plan))
    }

    /// Maps the payloads in the order they were added, connects, and saves.
    ///
    /// When somebody else saved in between, the work is done again on what is there now.
    ///
    /// - Parameter container: Where the objects go.
    /// - Returns: What came of each payload, and of all of them.
    /// - Throws: ``MappingError`` with code `importFailed` and the name of the payload that failed;
    ///   `ValidationError` if an object is not complete in the end; `StoreError` if the store fails.
    ///   Nothing has changed then.
    public func run(in container: PersistentContainer) throws -> ImportResult {
        guard emptiesStoreFirst else {
            return try container.perform(retryLimit: options.retryLimit) { [self] context in
                try run(in: context)
            }
        }
        let context = ManagedObjectContext(
            model: container.model, backend: EmptyingBackend(container.backend))
        let result = try run(in: context)
        if let failure = context.readFailure { throw failure }
        return result
    }

    private func run(in context: ManagedObjectContext) throws -> ImportResult {
        var results: [ImportResult.Payload] = []
        for payload in payloads {
            do {
                let operation = MappingOperation(payload.plan, options: options)
                results.append(
                    .init(
                        name: payload.name, result: try operation.run(payload.document, in: context)
                    ))
            } catch {
                throw MappingError(
                    .importFailed, "'\(payload.name)': \(error.message)", cause: error)
            }
        }
        let connected = try ConnectionOperation().runChecked(in: context)
        try context.save()
        var later = [connected.counts]
        var open = connected.result.unresolved
        if let check = connected.report.content {
            later.append(check.counts)
            let newer = ManagedObjectContext(model: context.model, backend: context.backend)
            open = try newer.openConnections(of: newer.connections(with: nil).plans)
        }
        return ImportResult(payloads: results, unresolved: open, later: later)
    }
}

extension MappingError.Code {
    /// A payload of an import failed; the message names it.
    public static let importFailed = MappingError.Code(description: "importFailed")
}
