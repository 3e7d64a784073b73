public import Payload

/// What a request was for: it decides what the status of its response means.
///
/// | | 200…204 | 401 | 404, 410 | other |
/// |---|---|---|---|---|
/// | ``save``, ``refresh`` | apply | authenticate | delete here | fail |
/// | ``delete`` | delete here | authenticate | delete here | fail |
/// | ``list`` | apply | authenticate | fail | fail |
///
/// ```swift
/// ResourceOperation.refresh.action(forStatus: 404)      // deleteLocally
/// ```
///
/// Source: TSNREST, and RFC 9110, section 15.5.11, for 410.
public enum ResourceOperation: String, Sendable, Hashable, CaseIterable {
    /// An object was sent.
    case save
    /// An object was to be deleted.
    case delete
    /// An object was asked for, also to see whether it still exists.
    case refresh
    /// Any number of objects were asked for.
    case list

    /// What a status means.
    ///
    /// - Parameter status: The status of the response.
    /// - Returns: What is to be done.
    public func action(forStatus status: Int) -> ResponseAction {
        switch (self, status) {
        case (.delete, 200...204): .deleteLocally
        case (_, 200...204): .apply
        case (_, 401): .authenticate
        case (.save, 404), (.delete, 404), (.refresh, 404): .deleteLocally
        case (.save, 410), (.delete, 410), (.refresh, 410): .deleteLocally
        default: .fail(status: status)
        }
    }

    /// What a response without a status of its own means, such as one from a file.
    ///
    /// - Parameter body: The payload; its member `statusCode` is the status.
    /// - Returns: What is to be done; without that member, to fail with the status 0.
    public func action(forBody body: PayloadDocument) -> ResponseAction {
        let status = body.root["statusCode"]?.int64.flatMap { Int(exactly: $0) }
        return action(forStatus: status ?? 0)
    }

    /// What a text or bytes without a status of their own mean, such as those of a file.
    ///
    /// - Parameter body: The payload; its member `statusCode` is the status.
    /// - Returns: What is to be done; without that member, to fail with the status 0.
    /// - Throws: `PayloadError` if the payload is no JSON.
    public func action(forBody body: some PayloadConvertible) throws -> ResponseAction {
        action(forBody: try PayloadDocument(body))
    }
}

/// What is to be done with a response.
///
/// ```swift
/// guard ResourceOperation.list.action(forStatus: status) == .apply else { return }
/// try operation.run(body, in: container)
/// ```
public enum ResponseAction: Sendable, Hashable {
    /// Its payload is mapped.
    case apply
    /// The object is gone on the server, and is deleted here.
    case deleteLocally
    /// The user has to log in, then the request may be sent again.
    case authenticate
    /// The request has failed, and nothing is done.
    case fail(status: Int)
}
