public import EntityMapper
public import MercatorPayload
public import ObjectGraph

/// An importer that maps any number of payloads into a container and saves once, for creating
/// seeds.
///
/// A payload may refer to objects in a later one: connections are completed over all payloads at
/// the end.
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
    /// The treatment of invalid values and records in all payloads.
    public var options: MappingOptions
    /// Indicates whether the existing contents of the container are deleted in the same save.
    ///
    /// The numbers of the deleted objects are not reused.
    public var emptiesStoreFirst: Bool
    private var payloads: [Source] = []

    /// The names of the payloads, in order.
    var payloadNames: [String] { payloads.map(\.name) }

    private struct Source: Sendable {
        let name: String
        let document: PayloadDocument
        let plan: MappingPlan
    }

    /// Creates an importer without payloads.
    ///
    /// - Parameters:
    ///   - options: The treatment of invalid values and records.
    ///   - emptiesStoreFirst: Whether the existing contents of the container are deleted.
    public init(options: MappingOptions = MappingOptions(), emptiesStoreFirst: Bool = false) {
        self.options = options
        self.emptiesStoreFirst = emptiesStoreFirst
    }

    /// Adds a string or bytes of JSON.
    ///
    /// - Parameters:
    ///   - payload: The payload.
    ///   - name: The name of the payload in messages and the result, such as the name of its file.
    ///   - plan: The compiled mappings of the payload.
    /// - Throws: ``MappingError`` with code `importFailed` if the payload is not valid JSON.
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
    ///   - name: The name of the payload in messages and the result.
    ///   - plan: The compiled mappings of the payload.
    public mutating func add(
        _ document: PayloadDocument, named name: String, using plan: MappingPlan
    ) {
        payloads.append(Source(name: name, document: document, plan: plan))
    }

    /// Maps the payloads in the order of addition, connects the objects, and saves.
    ///
    /// If a concurrent context saves first, the import is retried on the new state.
    ///
    /// - Parameter container: The destination container.
    /// - Returns: The results of each payload, and the total.
    /// - Throws: ``MappingError`` with code `importFailed` and the name of the payload that failed;
    ///   `ValidationError` if an object is invalid at the end; `StoreError` if the store fails. In
    ///   these cases nothing is changed.
    public func run(in container: PersistentContainer) throws -> ImportResult {
        guard emptiesStoreFirst else {
            return try container.perform(retryLimit: options.retryLimit) { [self] context in
                try run(in: context)
            }
        }
        let context = ManagedObjectContext(
            model: container.model, backend: EmptyingBackend(container.backend, container.model))
        let result = try run(in: context)
        if let failure = context.readFailure { throw failure }
        return result
    }

    private func run(in context: ManagedObjectContext) throws -> ImportResult {
        var results: [ImportResult.Payload] = []
        for payload in payloads {
            do {
                var operation = MappingOperation(payload.plan, options: options)
                operation.describe(payload.document, named: payload.name)
                results.append(
                    .init(
                        name: payload.name, result: try operation.run(payload.document, in: context)
                    ))
            } catch {
                throw MappingError(
                    .importFailed, "'\(payload.name)': \(error.message)", cause: error)
            }
        }
        let connected = try ConnectionOperation().runAndSave(in: context)
        return ImportResult(
            payloads: results, unresolved: connected.result.unresolved, later: connected.counts)
    }
}

extension MappingError.Code {
    /// A payload of an import failed; the message contains its name.
    public static let importFailed = MappingError.Code(description: "importFailed")
}
