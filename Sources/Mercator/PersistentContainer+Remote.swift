import EntityMapper
public import MappingDiagnostics
public import MercatorPayload
public import ObjectGraph
public import RemoteGraph
public import RemotePlanning

extension PersistentContainer {
    /// Explains what ``load(_:options:)`` would do with a payload, without doing it.
    ///
    /// - Parameters:
    ///   - payload: The payload: a string, bytes, or a parsed document.
    ///   - recordLimit: The number of records shown individually; counts include all records.
    /// - Returns: The explanation, with the reason for each key that is not mapped.
    /// - Throws: The errors of ``load(_:options:)`` but those of mapping.
    public func explain(
        _ payload: some PayloadConvertible, showing recordLimit: Int = 100
    ) throws -> MappingExplanation {
        let document = try PayloadDocument(payload)
        return try MappingOperation(plan(for: document))
            .explain(document, in: self, showing: recordLimit)
    }

    /// Explains what ``load(_:as:options:)`` would do with a payload, without doing it.
    ///
    /// - Parameters:
    ///   - payload: The payload: a string, bytes, or a parsed document.
    ///   - type: The schema struct of the records.
    ///   - recordLimit: The number of records shown individually; counts include all records.
    /// - Returns: The explanation, with the reason for each key that is not mapped.
    /// - Throws: The errors of ``load(_:as:options:)`` but those of mapping.
    public func explain<E: Entity>(
        _ payload: some PayloadConvertible, as type: E.Type, showing recordLimit: Int = 100
    ) throws -> MappingExplanation {
        try MappingOperation(plan(for: type)).explain(payload, in: self, showing: recordLimit)
    }

    /// Returns a manager that loads from a server into the container, and sends its objects.
    ///
    /// ```swift
    /// var server = RemoteDescription(base: "https://example.com/api/")
    /// server.addRoute(named: "articles", "articles")
    /// server.addResponse(ResponseDescriptor("articles", root: "articles", using: "Article"))
    /// let manager = try container.remote(server, over: transport)
    /// let outcome = try await manager.load("articles")
    /// ```
    ///
    /// - Parameters:
    ///   - server: The description of the server, which names the mappings of the container.
    ///   - transport: The transport of requests.
    ///   - options: The limits and policies of requests.
    ///   - provider: The source of credentials.
    /// - Returns: The manager.
    /// - Throws: ``RemotePlanError`` with every problem of the description.
    public func remote(
        _ server: RemoteDescription, over transport: any ResourceTransport,
        options: RemoteOptions = RemoteOptions(),
        credentials provider: (any CredentialProvider)? = nil
    ) throws -> ObjectManager {
        ObjectManager(
            try RemotePlan(server, for: mappingPlan), in: self, over: transport, options: options,
            credentials: provider)
    }
}
